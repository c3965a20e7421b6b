import { sql } from "kysely";
import { z } from "zod";
import { stepKinds } from "../../../rules/sequences";
import type { Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import { endPeople } from "../sequence-state/end";

/** When a step of a sequence is done next. */
const NextStep = z.object({ id: z.number(), kind: z.enum(stepKinds), wait_days: z.number(), wait_hours: z.number() });
export type NextStep = z.infer<typeof NextStep>;

/** The step that comes after the one with this rank for a person: the next one that was not done for them. */
export function findNextStep(
  trx: Trx,
  account: string,
  { sequence, person, after }: { sequence: number; person: number; after: number },
): Promise<NextStep | undefined> {
  return checkedRow(
    trx,
    NextStep,
    sql`select t.id, t.kind, t.wait_days, t.wait_hours from crm.sequence_steps t
      where t.customer_account = ${account} and t.sequence_id = ${sequence}
        and (t.rank, t.id) > (select o.rank, o.id from crm.sequence_steps o
          where o.customer_account = ${account} and o.id = ${after})
        and not exists (select from crm.sequence_sends d where d.customer_account = t.customer_account
          and d.person_id = ${person}::bigint and d.step_id = t.id)
      order by t.rank, t.id limit 1`,
  );
}

/** Whoever waits for a step waits for the one after it instead, at the same time; after the last they are finished. */
export async function leaveStep(
  trx: Trx,
  account: string,
  { id, sequence }: { id: number; sequence: number },
): Promise<void> {
  await sql`
    update crm.sequence_people p set trouble = '', step_id = n.id from (
      select w.id as person, (
        select t.id from crm.sequence_steps t, crm.sequence_steps o
        where t.customer_account = ${account} and t.sequence_id = ${sequence}
          and o.customer_account = ${account} and o.id = ${id} and (t.rank, t.id) > (o.rank, o.id)
          and not exists (select from crm.sequence_sends d where d.customer_account = t.customer_account
            and d.person_id = w.id and d.step_id = t.id)
        order by t.rank, t.id limit 1) as id
      from crm.sequence_people w where w.customer_account = ${account} and w.step_id = ${id}) n
    where p.customer_account = ${account} and p.id = n.person and n.id is not null`.execute(trx);
  const reason = "Its last step was deleted.";
  await endPeople(trx, account, sql`p.step_id = ${id}`, { state: "finished", reason });
}
