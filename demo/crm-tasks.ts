import { addDays, dayIn } from "../rules/calendar";
import { endOfDay } from "../rules/crm-tasks";
import type { Trx } from "../services/kit/database";

type TaskOwners = { trx: Trx; customer_account: string; people: readonly { id: number; name: string }[] };

/** Tasks of the first person: one late, one of today, one of a day to come, and one that is done. */
export async function addTasks({ trx, customer_account, people }: TaskOwners, leads: readonly number[]): Promise<void> {
  const zone = "Africa/Nairobi";
  const now = new Date();
  const inHours = (hours: number) => new Date((Math.ceil(now.getTime() / 3_600_000) + hours) * 3_600_000);
  const inDays = (days: number) => {
    const due_on = addDays(dayIn(zone, now), days);
    return { due_on, due_at: endOfDay(zone, due_on) ?? now };
  };
  const planned = [
    { title: "Send the quotation", due: { due_at: inHours(-20) }, done: false },
    { title: "Ask about the delivery date", due: { due_at: inHours(3) }, done: false },
    { title: "Prepare the samples", due: inDays(2), done: false },
    { title: "Read the tender", due: inDays(-1), done: true },
  ];
  const [person] = people;
  const own = { user_id: person ? String(person.id) : null, user_name: person?.name ?? "" };
  for (const [at, { title, due, done }] of planned.entries())
    await trx
      .insertInto("crm.tasks")
      .values({
        ...{ customer_account, title, ...own, by_id: own.user_id, by: own.user_name },
        record_id: done ? null : (leads[at] ?? null),
        ...due,
        ...(done ? { done_at: now, done_by: own.user_name } : {}),
      })
      .execute();
}
