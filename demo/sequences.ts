import { sql } from "kysely";
import type { Trx } from "../services/kit/database";
import { json } from "../services/kit/rows";
import { row } from "../services/kit/unchecked-rows";

const steps = [
  {
    ...{ kind: "email", wait_days: 0, sender: "news@savanna.test", subject: "Welcome to Savanna Traders" },
    body: "Hello {{first_name|there}},\n\nthank you for asking about our solar lamps. Reply to this email with any question.",
  },
  {
    ...{ kind: "sms", wait_days: 2, sender: "SAVANNACARE", subject: "" },
    body: "Hello {{first_name|there}}, shall we bring a lamp for you to see? Reply with a day that suits you.",
  },
  { kind: "task", wait_days: 3, sender: "", subject: "", body: "Call {{name}} about the solar lamps" },
];

/** A sequence of the demo that is on; no one is in it yet. */
export async function addSequences(trx: Trx, account: string): Promise<void> {
  const made = await row<{ id: number }>(
    trx,
    sql`insert into crm.sequences (customer_account, name, active, from_time, until_time, days, created_by)
      values (${account}, 'After a first question', true, '08:00', '18:00', '{1,2,3,4,5}', 'Mercy Nduku')
      on conflict do nothing returning id`,
  );
  if (!made) return;
  await sql`
    insert into crm.sequence_steps (customer_account, sequence_id, rank, kind, wait_days, wait_hours, sender, subject, body,
      due_days)
    select ${account}, ${made.id}::bigint, x.rank, x.kind, x.wait_days, 0, x.sender, x.subject, x.body, x.due_days
    from jsonb_to_recordset(${json(steps.map((step, at) => ({ ...step, rank: at + 1, due_days: step.kind === "task" ? 1 : 0 })))})
      x (rank int, kind text, wait_days int, sender text, subject text, body text, due_days int)`.execute(trx);
}
