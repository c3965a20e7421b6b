import { sql } from "kysely";
import { withAliases } from "../../../rules/access";
import { recordActivity } from "../../kit/activities";
import { problem } from "../../kit/contract";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { CountRow, checkedRow } from "../../kit/row-schema";
import { type Handlers, HttpError } from "../../kit/serve";
import type { AccountDetail, accountCalls, PlatformAccount } from "../contract.accounts";
import type { MemberContext } from "../people/member-record";
import { listOwners } from "../people/members";
import { within } from "../within";
import { platform, publishAccountStatus, setAccountStatus } from "./account-status";
import type { AccountDeps } from "./deps";
import { type AccountRow, accountPage, accountSeen, loadAccountName } from "./list";

/** All accounts, as the people who run the platform see and suspend them. */
export function accountHandlers(database: Database, deps: AccountDeps): Handlers<typeof accountCalls> {
  const { db } = database;

  /** With its money and what became of each product; both unknown when billing does not answer. */
  async function shown({
    requested_products: _requested,
    phone: _phone,
    country: _country,
    ...seen
  }: AccountRow): Promise<PlatformAccount> {
    const answer = await deps.clientsOfAccount(seen.number).billing.accountMoney();
    const money = answer.status === 200 ? answer.body : undefined;
    const held = seen.products.map((product) => ({ product, state: "active", plan: "", active_until: null }));
    const subscribed = money?.subscriptions ?? [];
    const named = withAliases(subscribed.map(({ product }) => product));
    return {
      ...seen,
      products: [...subscribed, ...held.filter(({ product }) => !named.has(product))],
      balance_cents: money?.available_cents ?? null,
      held_cents: money?.held_cents ?? null,
    };
  }

  async function detail(own: string, account: string): Promise<AccountDetail> {
    const found = await readAccount(db, own, async (trx) => {
      const seen = await accountSeen(trx, account);
      return seen && { seen, parent_name: await loadAccountName(trx, seen.parent) };
    });
    if (!found) throw new HttpError(404, "There is no such account.");
    const [money, inside] = await Promise.all([
      shown(found.seen),
      inAccount(db, account, async (trx) => ({
        owners: await listOwners(trx, account),
        children: await childCount(trx, account),
      })),
    ]);
    const { requested_products, phone, country } = found.seen;
    const owners = inside.owners.map(({ name, email }) => ({ name, email }));
    return {
      ...money,
      requested_products,
      phone,
      country,
      owners,
      children: inside.children,
      parent_name: found.parent_name,
    };
  }

  /** Suspends or lifts; noted with the reason in the account's own activities and in the platform's. */
  async function change(
    asked: MemberContext,
    account: string,
    suspended: boolean,
    reason: string,
  ): Promise<AccountDetail> {
    if (account === asked.account && suspended)
      throw new HttpError(409, "The platform's own account can't be suspended.");
    const { who, address } = asked;
    if (who.kind === "service") throw new HttpError(403, "This is for people to do.");
    await inAccount(db, account, async (trx) => {
      if (!(await setAccountStatus(trx, account, platform, suspended ? { reason } : null))) return;
      const name = await loadAccountName(trx, account);
      const action = suspended ? "Account suspended" : "Account resumed";
      const because = `: ${reason.replace(/\.$/, "")}.`;
      const about = { subject: "account", subject_id: account } as const;
      const description = `The platform ${suspended ? "suspended this account" : "lifted its suspension"}${because}`;
      await recordActivity(trx, account, "system", { action, description, ...about });
      await within(trx, account, asked.account, () =>
        recordActivity(
          trx,
          asked.account,
          { id: who.id, name: who.name, address },
          { action, description: `${name} (${account})${because}`, ...about },
        ),
      );
    });
    // At once what the job does as well: who is suspended sends nothing more from here on.
    await publishAccountStatus(database, deps, account).catch(() => undefined);
    return detail(asked.account, account);
  }

  return {
    async accounts({ query }, { account }) {
      const page = await readAccount(db, account, (trx) => accountPage(trx, query));
      return { status: 200, body: { ...page, data: await eightAtATime(page.data, shown) } };
    },

    async account({ params }, { account }) {
      return { status: 200, body: await detail(account, params.account) };
    },

    async suspendAccount({ params, body }, context) {
      return { status: 201, body: await change(context, params.account, true, body.reason) };
    },

    async resumeAccount({ params, body }, context) {
      const before = await detail(context.account, params.account);
      if (before.suspended_by !== platform && before.state === "suspended")
        return problem(409, `${before.parent_name || "Its reseller"} suspended this account, and lifts it.`);
      return { status: 201, body: await change(context, params.account, false, body.reason) };
    },
  };
}

async function childCount(trx: Trx, account: string): Promise<number> {
  const statement = sql`select count(*) as count from identity.children where customer_account = ${account}`;
  return (await checkedRow(trx, CountRow, statement))?.count ?? 0;
}

/** A page of an export has hundreds, each a question to billing. */
export async function eightAtATime<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let from = 0; from < all.length; from += 8)
    done.push(...(await Promise.all(all.slice(from, from + 8).map(work))));
  return done;
}
