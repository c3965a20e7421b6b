import { sql } from "kysely";
import { z } from "zod";
import { agentStates } from "../../../rules/voice";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { undisposedCalls } from "./store";

const ColleagueRow = z.object({
  user_id: z.string(),
  name: z.string(),
  exten: z.string(),
  state: z.enum(agentStates),
  since: z.date(),
  available: z.boolean(),
});
export type ColleagueRow = z.infer<typeof ColleagueRow>;

/**
 * Agents with an extension, the one who has been idle for longest first. `available`: logged in, no call, not wrapping
 * up, no call that still needs its disposition, and taken by no call that is on its way to them.
 */
export function listAgents(trx: Trx, account: string, now: Date): Promise<ColleagueRow[]> {
  return checkedRows(
    trx,
    ColleagueRow,
    sql`
    select e.user_id, e.name, e.exten, coalesce(a.state, 'logged_out') as state, coalesce(a.state_since, e.decided_at, e.requested_at) as since,
      coalesce(a.state = 'logged_in' and a.pending_break is null
        and not exists (select from voice.calls c where c.customer_account = ${account} and c.user_id = e.user_id and c.ended_at is null)
        and not exists (select from voice.calls c where c.customer_account = ${account} and c.user_id = e.user_id
          and c.wrap_until > ${now} and c.wrap_ended_at is null)
        and not exists (select from voice.agent_claims k where k.customer_account = ${account} and k.user_id = e.user_id
          and k.claimed_until > ${now})
        and not exists (select from voice.calls c where ${undisposedCalls(account, sql`e.user_id`, now)}), false) as available
    from voice.extensions e
    left join voice.agents a on a.customer_account = e.customer_account and a.user_id = e.user_id
    left join lateral (
      select max(coalesce(c.wrap_ended_at, c.wrap_until, c.ended_at)) as last from voice.calls c
      where c.customer_account = ${account} and c.user_id = e.user_id and c.started_at > ${now}::timestamptz - interval '1 day'
    ) busy on true
    where e.customer_account = ${account} and e.state = 'approved'
    order by greatest(a.state_since, busy.last) nulls last, e.id`,
    { batched: true },
  );
}
