import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import { publishAccountStatus } from "../accounts/account-status";
import { eightAtATime } from "../accounts/service";
import type { identity } from "../contract";
import { findOwnPrice, loadMinimumPrice, loadWithMoney } from "./child-money";
import { childFound, childPage, createChild, inviteChildOwner, setChildStatus, updateChild } from "./children";
import type { ResellerDeps } from "./deps";
import { tellPrice } from "./price";

/** The calls about child accounts: opened, changed, suspended and resumed by their parent. */
export function childHandlers(
  database: Database,
  deps: ResellerDeps,
): Pick<
  Handlers<typeof identity.calls>,
  "children" | "child" | "createChild" | "updateChild" | "inviteChildOwner" | "suspendChild" | "resumeChild"
> {
  const { db } = database;
  const inside = <T>(account: string, work: (trx: Trx) => Promise<T>) => inAccount(db, account, work);
  const reading = <T>(account: string, work: (trx: Trx) => Promise<T>) => readAccount(db, account, work);

  /** Tells another service at once what a job will tell it anyway. */
  async function atOnce(...told: Promise<unknown>[]): Promise<void> {
    await Promise.allSettled(told);
  }

  return {
    async children({ query }, { account }) {
      const [page, own] = await Promise.all([
        reading(account, (trx) => childPage(trx, account, query)),
        query.money ? findOwnPrice(deps, account) : null,
      ]);
      if (!query.money) {
        const data = page.data.map(({ billing_customer_id: _, ...one }) => ({
          ...one,
          margin: null,
          balance_cents: null,
        }));
        return { status: 200, body: { ...page, data } };
      }
      return {
        status: 200,
        body: { ...page, data: await eightAtATime(page.data, (child) => loadWithMoney(deps, child, own)) },
      };
    },

    async child({ params }, { account }) {
      const [found, own] = await Promise.all([
        reading(account, (trx) => childFound(trx, account, params.child)),
        findOwnPrice(deps, account),
      ]);
      return { status: 200, body: await loadWithMoney(deps, found, own) };
    },

    async createChild({ body }, context) {
      const { account } = context;
      const least = await loadMinimumPrice(deps, account);
      const { found, fresh } = await inside(account, (trx) => createChild(trx, context, body, least));
      if (fresh) {
        const owner = { name: found.name, email: body.owner_email, phone: "" };
        await atOnce(
          deps.openWallet?.(found.number, owner) ?? Promise.resolve(),
          tellPrice(database, deps, account, found.number).then(() =>
            publishAccountStatus(database, deps, found.number),
          ),
        );
      }
      return { status: 201, body: await loadWithMoney(deps, found, least) };
    },

    async updateChild({ params: { child }, body }, context) {
      const { account } = context;
      const least = body.part_price === undefined ? 0 : await loadMinimumPrice(deps, account);
      const found = await inside(account, (trx) => updateChild(trx, context, child, body, least));
      if (body.part_price !== undefined) await atOnce(tellPrice(database, deps, account, child));
      return { status: 201, body: await loadWithMoney(deps, found, await findOwnPrice(deps, context.account)) };
    },

    async inviteChildOwner({ params: { child }, body }, context) {
      await inside(context.account, (trx) => inviteChildOwner(trx, context, child, body));
      return { status: 201, body: { status: 201, message: `An invitation is on its way to ${body.email}.` } };
    },

    async suspendChild({ params: { child }, body }, context) {
      const found = await inside(context.account, (trx) =>
        setChildStatus(trx, context, child, { suspended: true, reason: body.reason }),
      );
      await atOnce(publishAccountStatus(database, deps, child));
      return { status: 201, body: await loadWithMoney(deps, found, await findOwnPrice(deps, context.account)) };
    },

    async resumeChild({ params: { child } }, context) {
      const found = await inside(context.account, (trx) => setChildStatus(trx, context, child, { suspended: false }));
      await atOnce(publishAccountStatus(database, deps, child));
      return { status: 201, body: await loadWithMoney(deps, found, await findOwnPrice(deps, context.account)) };
    },
  };
}
