import { sql } from "kysely";
import type { ListMachineAction } from "../../../rules/answering-machines";
import { type DropShare, dropDays, type PacingMode } from "../../../rules/pacing";
import type { Trx } from "../../kit/database";
import { row } from "../../kit/rows";
import { HttpError } from "../../kit/serve";

export type PacedGroup = {
  id: number;
  name: string;
  mode: PacingMode;
  ratio_tenths: number;
  pacing: "running" | "paused";
  number_id: number | null;
  our_number: string;
  drop_sound_id: number | null;
  on_machine: ListMachineAction;
  pacing_by: string;
  pacing_at: Date | null;
  /** It is read, on, and not deleted. */
  open: boolean;
};

/** How a list is called. @throws HttpError 404 */
export async function mustFindPaced(trx: Trx, account: string, id: number, lock = false): Promise<PacedGroup> {
  const found = await row<PacedGroup>(
    trx,
    sql`select g.id, g.name, g.mode, g.ratio_tenths, g.pacing, g.number_id, coalesce(n.phone_number, '') as our_number,
        g.drop_sound_id, g.on_machine, g.pacing_by, g.pacing_at, g.active and g.deleted_at is null and g.state = 'done' as open
      from voice.target_groups g
      left join voice.numbers n on n.customer_account = g.customer_account and n.id = g.number_id
        and n.deleted_at is null and 'outbound' = any(n.modes)
      where g.customer_account = ${account} and g.id = ${id} ${lock ? sql`for update of g` : sql``}`,
  );
  if (!found) throw new HttpError(404, "There is no such list.");
  return found;
}

/** Of all lists of the account: a new list does not begin at nothing. Answering machines are not among the answered. */
export async function loadDropShare(trx: Trx, account: string, now: Date): Promise<DropShare> {
  const found = await row<DropShare>(
    trx,
    sql`select count(*)::int as answered, count(*) filter (where dropped)::int as dropped,
        (select drop_cap_tenths from voice.settings where customer_account = ${account}) as "capTenths"
      from voice.calls where customer_account = ${account}
        and picked_up_at > ${now}::timestamptz - ${dropDays} * interval '1 day'`,
  );
  return found ?? { answered: 0, dropped: 0, capTenths: 0 };
}

/** Calls on their way that no agent is kept for, of all lists; and those of one list that no agent has answered. */
export async function countInAir(trx: Trx, account: string, group: number) {
  const found = await row<{ unreserved: number; inAir: number; talking: number }>(
    trx,
    sql`select count(*) filter (where c.user_id = '')::int as unreserved,
        count(*) filter (where t.group_id = ${group} and c.answered_at is null)::int as "inAir",
        count(*) filter (where t.group_id = ${group} and c.answered_at is not null)::int as talking
      from voice.calls c
      join voice.targets t on t.customer_account = c.customer_account and t.id = c.target_id
      where c.customer_account = ${account} and c.automatic and c.ended_at is null`,
  );
  return found ?? { unreserved: 0, inAir: 0, talking: 0 };
}
