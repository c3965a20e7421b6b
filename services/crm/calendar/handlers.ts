import { type Database, readAccount } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { crm } from "../contract";
import type { calendarCalls } from "../contract.calendar";
import { recordNeeds } from "../contract.records";
import { type CrmDeps, currentTime } from "../deps";
import type { GuestLimits } from "../links/limits";
import { findAccess, ownFeed } from "../links/own-feed";
import { findSecretLink, noteRead } from "../links/store";
import { listFeedEntries } from "./store";

/** For so many days that are over a feed still has its entries. */
const feedDays = 90;

/** The calls of a person's calendar feed. */
export function calendarHandlers(
  database: Database,
  deps: CrmDeps,
  limits: GuestLimits,
): Pick<Handlers<typeof crm.calls>, keyof typeof calendarCalls> {
  const { db } = database;
  const own = ownFeed(database, "calendar");
  return {
    calendarFeed: (_, caller) => own.state(caller),
    renewCalendarFeed: (_, caller) => own.renew(caller),
    stopCalendarFeed: (_, caller) => own.stop(caller),

    async calendarEntries({ params: { token } }, { address }) {
      const found = await findSecretLink(db, "calendar", token);
      if (!found) throw limits.unknown(address);
      limits.takeRead(token);
      const { account, subject: user } = found;
      const access = await findAccess(deps, account, user, recordNeeds);
      if (!access) throw limits.unknown(address);
      const since = new Date(currentTime(deps).getTime() - feedDays * 86_400_000);
      const entries = await readAccount(db, account, (trx) =>
        listFeedEntries(trx, account, { user, kinds: access.may, since }),
      );
      await noteRead(db, token);
      return { status: 200, body: { account, entries } };
    },
  };
}
