import { sql } from "kysely";
import { clockNames } from "../../../rules/ticket-labels";
import type { Trx } from "../../kit/database";
import { checkedRows, IdRow } from "../../kit/row-schema";
import type { WhatIf } from "../contract.hours";
import { countedBy, listOpenClocks } from "./recount";
import { loadRules, type Rules, type Supposed } from "./rules";

/** At most this many open tickets are looked at, the newest first: the answer says how many. */
const most = 20_000;
const batch = 2_000;
const shownTickets = 50;

/** What open tickets would say if this were saved: how many move, which would be broken and which saved. */
export async function whatIf(trx: Trx, account: string, supposed: Supposed, now: Date): Promise<WhatIf> {
  const [before, after] = [await loadRules(trx, account), await loadRules(trx, account, supposed)];
  return compared(trx, account, { before, after }, now);
}

/**
 * What open tickets say under other rules: those that are due at `from` or later, or not while they are paused; without
 * it all of them.
 */
export async function compared(
  trx: Trx,
  account: string,
  { before, after }: { before: Rules; after: Rules },
  now: Date,
  from?: Date,
): Promise<WhatIf> {
  const answer: WhatIf = { examined: 0, changed: 0, would_breach: 0, would_be_saved: 0, tickets: [] };
  const ids = await checkedRows(
    trx,
    IdRow,
    sql`
    select id from ticketing.tickets where customer_account = ${account} and status in ('new', 'open', 'pending')
      and deleted_at is null and merged_into is null and ${from ? sql`(due_at >= ${from} or due_at is null)` : sql`true`}
    order by id desc limit ${most}`,
  );
  for (let at = 0; at < ids.length; at += batch) {
    for (const found of await listOpenClocks(
      trx,
      account,
      ids.slice(at, at + batch).map(({ id }) => id),
    )) {
      answer.examined++;
      const [was, would] = [countedBy(found, before, now), countedBy(found, after, now)];
      const kinds = new Set([...was, ...would].map(({ kind }) => kind));
      let moved = false;
      let breaks = false;
      let saves = false;
      for (const kind of kinds) {
        const one = was.find((clock) => clock.kind === kind)?.computed;
        const other = would.find((clock) => clock.kind === kind)?.computed;
        if ((one?.due_at?.getTime() ?? 0) === (other?.due_at?.getTime() ?? 0)) continue;
        moved = true;
        const breach = !one?.breached_at && Boolean(other?.breached_at);
        const save = Boolean(one?.breached_at) && !other?.breached_at;
        breaks ||= breach;
        saves ||= save;
        answer.tickets.push({
          id: found.ticket.id,
          subject: found.ticket.subject,
          clock: clockNames[kind],
          due_before: one?.due_at?.toISOString() ?? null,
          due_after: other?.due_at?.toISOString() ?? null,
          breaches: breach,
          saved: save,
        });
      }
      answer.changed += Number(moved);
      answer.would_breach += Number(breaks);
      answer.would_be_saved += Number(saves);
    }
  }
  const weight = (one: WhatIf["tickets"][number]) => (one.breaches ? 2 : one.saved ? 1 : 0);
  answer.tickets = answer.tickets.sort((a, b) => weight(b) - weight(a) || b.id - a.id).slice(0, shownTickets);
  return answer;
}
