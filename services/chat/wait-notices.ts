import { sql } from "kysely";
import { z } from "zod";
import { publishToAudience } from "../kit/notices";
import { checkedRows } from "../kit/row-schema";
import { hasRows } from "../kit/rows";
import { contactSource } from "./records/contacts";
import { loadRouting, opening } from "./routing/settings";
import type { UnitOfWork } from "./workspace/unit-of-work";

/** Minutes between two notices of the kind: who comes to wait too long in between is in the next one. */
const gatherMinutes = 10;

/**
 * Minutes that a conversation `c` of the team `g` may wait: the team's maximum wait, else the account's longest wait; null
 * where there is no limit.
 */
export function maxWait(wait_minutes: number | null) {
  return sql`case when g.removed_at is null and g.max_wait_minutes > 0 then g.max_wait_minutes
    else ${wait_minutes}::integer end`;
}

const LongWaitRow = z.object({ contact_id: z.number(), name: z.string(), team: z.string(), minutes: z.number() });

/**
 * Those who look after the team are notified of every wait that is longer than it may be, once, in one notice for all of the
 * moment. Outside business hours no one is notified: what has waited until then is the first notice of the day.
 */
export async function notifyLongWaits(unit: UnitOfWork): Promise<void> {
  const { trx, account, now } = unit;
  const routing = await loadRouting(trx, account);
  if (!opening(routing, now).open) return;
  const soon = await hasRows(
    trx,
    sql`select 1 from chat.account_state where customer_account = ${account}
      and waits_notified_at > ${now}::timestamptz - make_interval(mins => ${gatherMinutes})`,
  );
  if (soon) return;
  const waiting = await checkedRows(
    trx,
    LongWaitRow,
    sql`
    with late as (
      select c.contact_id, coalesce(g.name, '') as team, ${maxWait(routing.wait_minutes)} as minutes from ${contactSource}
      where c.customer_account = ${account} and c.snoozed_until is null and not c.ended
        and (c.wait_notified_at is null or c.wait_notified_at < c.waiting_since)
        and c.waiting_since <= ${now}::timestamptz - make_interval(mins => ${maxWait(routing.wait_minutes)}))
    update chat.contacts c set wait_notified_at = ${now} from late
    where c.customer_account = ${account} and c.contact_id = late.contact_id
    returning c.contact_id, c.name, late.team, late.minutes`,
  );
  const [first] = waiting;
  if (!first) return;
  await sql`
    update chat.account_state set waits_notified_at = ${now} where customer_account = ${account}`.execute(trx);
  const after = first.minutes === 1 ? "1 minute" : `${first.minutes} minutes`;
  const words =
    waiting.length > 1
      ? `${waiting.length} customers have waited longer than the maximum wait.`
      : `${first.name || "A customer"} has waited longer than ${after}${first.team && ` for the team ${first.team}`}.`;
  const key = `waiting:${first.contact_id}:${now.getTime()}`;
  await publishToAudience(trx, account, { kind: "conversation waiting", subject: "", words, key });
}
