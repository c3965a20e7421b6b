import { type Database, readAccount } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { crm } from "../contract";
import type { salesFeedCalls } from "../contract.feed";
import type { CrmDeps } from "../deps";
import type { GuestLimits } from "../links/limits";
import { findAccess, ownFeed } from "../links/own-feed";
import { findSecretLink, noteRead } from "../links/store";
import { salePage } from "./store";

/** The calls of the feed of sales. */
export function salesFeedHandlers(
  database: Database,
  deps: CrmDeps,
  limits: GuestLimits,
): Pick<Handlers<typeof crm.calls>, keyof typeof salesFeedCalls> {
  const { db } = database;
  const own = ownFeed(database, "sales");
  return {
    salesFeed: (_, caller) => own.state(caller),
    renewSalesFeed: (_, caller) => own.renew(caller),
    stopSalesFeed: (_, caller) => own.stop(caller),

    async feedSales({ params: { token }, query }, { address }) {
      const found = await findSecretLink(db, "sales", token);
      if (!found) throw limits.unknown(address);
      // One file is several pages.
      if (!query.after) limits.takeRead(token);
      const { account, subject } = found;
      const needs = { sales: { permissions: ["View crm sales"], products: ["CRM", "Jibu 360"] } } as const;
      if (!(await findAccess(deps, account, subject, needs))) throw limits.unknown(address);
      const body = await readAccount(db, account, (trx) =>
        salePage(trx, account, { ...query, q: "", sort: "-recorded" }),
      );
      await noteRead(db, token);
      return { status: 200, body };
    },
  };
}
