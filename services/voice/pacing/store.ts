import { sql } from "kysely";
import { z } from "zod";
import { listMachineActions } from "../../../rules/answering-machines";
import { type DropShare, dropDays, pacingModes } from "../../../rules/pacing";
import type { Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";

const PacedGroup = z.object({
  id: z.number(),
  name: z.string(),
  mode: z.enum(pacingModes),
  ratio_tenths: z.number(),
  pacing: z.enum(["running", "paused"]),
  number_id: z.number().nullable(),
  our_number: z.string(),
  drop_sound_id: z.number().nullable(),
  on_machine: z.enum(listMachineActions),
  pacing_by: z.string(),
  pacing_at: z.date().nullable(),
  /** It is read, on, and not deleted. */
  open: z.boolean(),
});
export type PacedGroup = z.infer<typeof PacedGroup>;

/** How a list is called. @throws HttpError 404 */
export async function mustFindPaced(trx: Trx, account: string, id: number, lock = false): Promise<PacedGroup> {
  const found = await checkedRow(
    trx,
    PacedGroup,
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

const DropCounts = z.object({ answered: z.number(), dropped: z.number(), capTenths: z.number() });

/** Of all lists of the account: a new list does not begin at nothing. Answering machines are not among the answered. */
export async function loadDropShare(trx: Trx, account: string, now: Date): Promise<DropShare> {
  const found = await checkedRow(
    trx,
    DropCounts,
    sql`select count(*)::int as answered, count(*) filter (where dropped)::int as dropped,
        (select drop_cap_tenths from voice.settings where customer_account = ${account}) as "capTenths"
      from voice.calls where customer_account = ${account}
        and picked_up_at > ${now}::timestamptz - ${dropDays} * interval '1 day'`,
  );
  return found ?? { answered: 0, dropped: 0, capTenths: 0 };
}

const InAirRow = z.object({ unreserved: z.number(), inAir: z.number(), talking: z.number() });

/** Calls on their way that no agent is kept for, of all lists; and those of one list that no agent has answered. */
export async function countInAir(trx: Trx, account: string, group: number) {
  const found = await checkedRow(
    trx,
    InAirRow,
    sql`select count(*) filter (where c.user_id = '')::int as unreserved,
        count(*) filter (where t.group_id = ${group} and c.answered_at is null)::int as "inAir",
        count(*) filter (where t.group_id = ${group} and c.answered_at is not null)::int as talking
      from voice.calls c
      join voice.targets t on t.customer_account = c.customer_account and t.id = c.target_id
      where c.customer_account = ${account} and c.automatic and c.ended_at is null`,
  );
  return found ?? { unreserved: 0, inAir: 0, talking: 0 };
}
