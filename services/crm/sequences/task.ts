import { sql } from "kysely";
import { addDays, dayIn } from "../../../rules/calendar";
import { endOfDay } from "../../../rules/crm-tasks";
import type { Trx } from "../../kit/database";
import { publishNotices } from "../../kit/notices";
import { checkedRow, IdRow } from "../../kit/row-schema";
import { touchRecord } from "../records/touch";
import { tellLater } from "../tasks/jobs";
import type { Clock } from "./advance";
import type { Addressee } from "./enrol";

type StepTask = Pick<Addressee, "id" | "kind" | "sales_manager" | "sales_manager_id"> & {
  title: string;
  sequence: string;
  due_days: number;
};

/** A task about a record for its sales manager, who hears of it; it is no one's where the record has none. */
export async function addStepTask(
  trx: Trx,
  account: string,
  { id: record, kind, title, sequence, due_days, sales_manager, sales_manager_id }: StepTask,
  { zone, now }: Clock,
): Promise<void> {
  const day = addDays(dayIn(zone, now), due_days);
  const due = endOfDay(zone, day) ?? now;
  const made = await checkedRow(
    trx,
    IdRow,
    sql`insert into crm.tasks (customer_account, record_id, title, note, due_at, due_on, user_id, user_name, by)
      values (${account}, ${record}, ${title}, ${`From the sequence ${sequence}.`}, ${due}::timestamptz, ${day}::date,
        ${sales_manager_id}, ${sales_manager}, ${sequence}) returning id`,
  );
  const id = made?.id ?? 0;
  await tellLater(trx, account, { id, due_at: due.toISOString(), due_on: day }, now);
  if (sales_manager_id !== null) {
    const key = `task given:${id}:${now.toISOString()}`;
    const words = `The sequence ${sequence} gave you a task: ${title}`;
    const notice = { kind: "task given", subject: id, key, users: [sales_manager_id], words } as const;
    await publishNotices(trx, account, [notice], { by: null, at: now });
  }
  await touchRecord(trx, account, { kind, id: record }, null);
}
