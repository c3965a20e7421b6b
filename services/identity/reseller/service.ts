import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { identity } from "../contract";
import type { resellerCalls } from "../contract.reseller";
import { activateOffline, activationPage } from "./activations";
import { childHandlers } from "./child-handlers";
import { delegationHandlers } from "./delegation";
import { expectStatus, type ResellerDeps } from "./deps";
import { accountRow, childRow } from "./relation";
import { giveSenders } from "./senders";

/** The calls of resellers: what they offer, their child accounts, and what they activate and give to them. */
export function resellerHandlers(
  database: Database,
  deps: ResellerDeps,
): Pick<Handlers<typeof identity.calls>, keyof typeof resellerCalls> {
  const { db } = database;
  const inside = <T>(account: string, work: (trx: Trx) => Promise<T>) => inAccount(db, account, work);
  const reading = <T>(account: string, work: (trx: Trx) => Promise<T>) => readAccount(db, account, work);

  return {
    ...delegationHandlers(database),
    ...childHandlers(database, deps),

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
