import { type Database, readAccount } from "../../kit/database";
import type { Tasks } from "../../kit/jobs";
import type { TicketingDeps } from "../deps";
import { purgeable, purgeTask } from "../records/purge";
import { keptDays } from "../tickets/gone";
import { purgeTickets } from "./service";

/** The queued jobs that remove what is not kept; each may run twice. */
export function ticketPurgeTasks(
  database: Database,
  { clientsOfAccount, now }: Pick<TicketingDeps, "clientsOfAccount" | "now">,
): Tasks {
  return {
    async [purgeTask]({ account, ticket }) {
      const own = String(account);
      // A moment's grace: the job runs at the very instant, and clocks of machines differ.
      const before = new Date((now?.() ?? new Date()).getTime() - keptDays * 86_400_000 + 60_000);
      const ids = await readAccount(database.db, own, (trx) => purgeable(trx, own, [Number(ticket)], before));
      await purgeTickets(database, clientsOfAccount, own, ids);
    },
  };
}
