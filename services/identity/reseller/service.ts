import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import { tellStanding } from "../accounts/account-status";
import { eightAtATime } from "../accounts/service";
import type { identity } from "../contract";
import type { Child, resellerCalls } from "../contract.reseller";
import { activateOffline, activationPage } from "./activations";
import {
  type ChildAccount,
  childFound,
  childPage,
  createChild,
  inviteChildOwner,
  setChildStanding,
  updateChild,
} from "./children";
import { delegationHandlers } from "./delegation";
import { expectStatus, type ResellerDeps } from "./deps";
import { tellPrice } from "./price";
import { accountRow, childRow } from "./relation";
import { giveSenders } from "./senders";

/** Child accounts: opened, priced, suspended, funded and written for by their parent. */
export function resellerHandlers(
  database: Database,
  deps: ResellerDeps,
): Pick<Handlers<typeof identity.calls>, keyof typeof resellerCalls> {
  const { db } = database;
  const inside = <T>(account: string, work: (trx: Trx) => Promise<T>) => inAccount(db, account, work);
  const reading = <T>(account: string, work: (trx: Trx) => Promise<T>) => readAccount(db, account, work);

  /** With its balance, and the margin over `own`, the parent's own price of a part. */
  async function shown({ billing_customer_id, ...found }: ChildAccount, own: number | null): Promise<Child> {
    const answer = await deps.clientsOfAccount(found.number).billing.balance({ params: { billing_customer_id } });
    const margin = own === null ? null : found.part_price - own;
    return { ...found, margin, balance_cents: answer.status === 200 ? answer.body : null };
  }

  /** A list is shown without margins rather than not at all. */
  async function ownPrice(account: string): Promise<number | null> {
    const answer = await deps.clientsOfAccount(account).messaging.sendingTerms();
    return answer.status === 200 ? answer.body.part_price : null;
  }

  /** The least that a child may pay for a part, in 1/10,000 KES. */
  async function loadMinimum(account: string): Promise<number> {
    return expectStatus(await deps.clientsOfAccount(account).messaging.sendingTerms(), 200).part_price;
  }

  /** Tells another service at once what a job will tell it anyway. */
  async function atOnce(...told: Promise<unknown>[]): Promise<void> {
    await Promise.allSettled(told);
  }

  return {
    ...delegationHandlers(database),

    async resellerOffer(_, { account }) {
      const [parent, terms] = await Promise.all([
        reading(account, (trx) => accountRow(trx, account)),
        deps.clientsOfAccount(account).messaging.sendingTerms(),
      ]);
      const { part_price, senders } = expectStatus(terms, 200);
      return {
        status: 200,
        body: { products: parent.products, part_price, senders: senders.filter(({ status }) => status === "approved") },
      };
    },

    async children({ query }, { account }) {
      const [page, own] = await Promise.all([
        reading(account, (trx) => childPage(trx, account, query)),
        query.money ? ownPrice(account) : null,
      ]);
      if (!query.money) {
        const data = page.data.map(({ billing_customer_id: _, ...one }) => ({
          ...one,
          margin: null,
          balance_cents: null,
        }));
        return { status: 200, body: { ...page, data } };
      }
      return { status: 200, body: { ...page, data: await eightAtATime(page.data, (child) => shown(child, own)) } };
    },

    async child({ params }, { account }) {
      const [found, own] = await Promise.all([
        reading(account, (trx) => childFound(trx, account, params.child)),
        ownPrice(account),
      ]);
      return { status: 200, body: await shown(found, own) };
    },

    async createChild({ body }, context) {
      const { account } = context;
      const least = await loadMinimum(account);
      const { found, fresh } = await inside(account, (trx) => createChild(trx, context, body, least));
      if (fresh) {
        const owner = { name: found.name, email: body.owner_email, phone: "" };
        await atOnce(
          deps.openWallet?.(found.number, owner) ?? Promise.resolve(),
          tellPrice(database, deps, account, found.number).then(() => tellStanding(database, deps, found.number)),
        );
      }
      return { status: 201, body: await shown(found, least) };
    },

    async updateChild({ params: { child }, body }, context) {
      const { account } = context;
      const least = body.part_price === undefined ? 0 : await loadMinimum(account);
      const found = await inside(account, (trx) => updateChild(trx, context, child, body, least));
      if (body.part_price !== undefined) await atOnce(tellPrice(database, deps, account, child));
      return { status: 201, body: await shown(found, await ownPrice(context.account)) };
    },

    async inviteChildOwner({ params: { child }, body }, context) {
      await inside(context.account, (trx) => inviteChildOwner(trx, context, child, body));
      return { status: 201, body: { status: 201, message: `An invitation is on its way to ${body.email}.` } };
    },

    async suspendChild({ params: { child }, body }, context) {
      const found = await inside(context.account, (trx) =>
        setChildStanding(trx, context, child, { suspended: true, reason: body.reason }),
      );
      await atOnce(tellStanding(database, deps, child));
      return { status: 201, body: await shown(found, await ownPrice(context.account)) };
    },

    async resumeChild({ params: { child } }, context) {
      const found = await inside(context.account, (trx) => setChildStanding(trx, context, child, { suspended: false }));
      await atOnce(tellStanding(database, deps, child));
      return { status: 201, body: await shown(found, await ownPrice(context.account)) };
    },

    async activations({ query }, { account }) {
      const body = await reading(account, async (trx) => {
        if (query.child !== undefined) await childRow(trx, account, query.child);
        return activationPage(trx, account, query);
      });
      return { status: 200, body };
    },

    async activateOffline({ params: { child }, body }, context) {
      return { status: 201, body: await inside(context.account, (trx) => activateOffline(trx, context, child, body)) };
    },

    async childSenders({ params: { child } }, { account }) {
      await reading(account, (trx) => childRow(trx, account, child));
      const { senders } = expectStatus(await deps.clientsOfAccount(child).messaging.sendingTerms(), 200);
      return { status: 200, body: { data: senders } };
    },

    async giveChildSenders({ params: { child }, body }, context) {
      const data = await giveSenders(database, deps, context, child, body.senders);
      return { status: 201, body: { data } };
    },
  };
}
