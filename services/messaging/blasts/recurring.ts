import { sql } from "kysely";
import { z } from "zod";
import { nextOccurrence, type Recurrence, recurrences } from "../../../rules/recurrence";
import type { Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { RecurringMessage } from "../contract.recurring";
import { BlastForm } from "../contract.sending";

/** The job that sends a recurring message when its time has come. */
export const recurringTask = "messaging.send-recurring";
/** Active ones that are listed. */
const most = 100;

/** What is written again each time: everything but when, and what belongs to one blast alone. */
export type RecurringForm = Omit<BlastForm, "key" | "send_at" | "recurrence" | "replaces">;
const anyKey = "of each blast its own";
const RecurringForm = z.custom<RecurringForm>((kept) => BlastForm.safeParse({ ...Object(kept), key: anyKey }).success);

const RecurringRow = z.object({
  id: z.number(),
  form: RecurringForm,
  every: z.enum(recurrences),
  until: z.string().nullable(),
  state: RecurringMessage.shape.state,
  first_at: z.date().nullable(),
  next_at: z.date().nullable(),
  last_blast: z.number().nullable(),
  trouble: z.string(),
  user_id: z.string().nullable(),
  created_by: z.string(),
});
export type RecurringRow = z.infer<typeof RecurringRow>;

const columns = sql.raw(
  "id, form, every, until::text as until, state, first_at, next_at, last_blast, trouble, user_id, created_by",
);

export function asRecurring({
  id,
  form,
  every,
  until,
  state,
  next_at,
  last_blast,
  trouble,
}: RecurringRow): RecurringMessage {
  const shared = { id, every, until, state, last_blast, trouble };
  return { ...shared, name: form.name ?? "", next_at: state === "active" ? (next_at?.toISOString() ?? null) : null };
}

export function findRecurring(trx: Trx, account: string, id: number, lock = false): Promise<RecurringRow | undefined> {
  return checkedRow(
    trx,
    RecurringRow,
    sql`select ${columns} from messaging.recurring_messages where customer_account = ${account} and id = ${id}
      ${lock ? sql`for update` : sql``}`,
  );
}

export function listRecurring(trx: Trx, account: string): Promise<RecurringRow[]> {
  return checkedRows(
    trx,
    RecurringRow,
    sql`select ${columns} from messaging.recurring_messages
      where customer_account = ${account} and state = 'active' order by next_at, id limit ${most}`,
    { batched: true },
  );
}

type NewRecurring = {
  form: RecurringForm;
  recurrence: { every: Recurrence; until: string | null };
  by: { id: string | null; name: string };
};

/** Writes down what is to go out again; nothing does before the first blast is confirmed. */
export async function draftRecurring(
  trx: Trx,
  account: string,
  { form, recurrence, by }: NewRecurring,
): Promise<number> {
  const { id } = await trx
    .insertInto("messaging.recurring_messages")
    .values({
      customer_account: account,
      form: JSON.stringify(form),
      every: recurrence.every,
      until: recurrence.until,
      user_id: by.id,
      created_by: by.name,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

type FirstBlast = { id: number; recurring_id: number | null; send_at: Date | null };

/** The first blast was confirmed: from now on the others follow. Done before, it is left as it is. */
export async function beginRecurring(
  trx: Trx,
  account: string,
  { id: blast, recurring_id: id, send_at }: FirstBlast,
  { now, zone }: { now: Date; zone: string },
): Promise<void> {
  if (id === null) return;
  const found = await findRecurring(trx, account, id, true);
  if (found?.state !== "draft") return;
  await sql`
    update messaging.recurring_messages set state = 'active', first_at = ${send_at ?? now}, last_blast = ${blast}
    where customer_account = ${account} and id = ${id}`.execute(trx);
  await planNext(trx, account, { ...found, first_at: send_at ?? now }, { after: send_at ?? now, zone });
}

/** The first blast was cancelled before it went out, or another took its place. */
export async function endWithFirst(
  trx: Trx,
  account: string,
  { recurring_id: id, send_at }: FirstBlast,
): Promise<void> {
  // Only the first was written for a time of its own; the others are written when theirs has come.
  if (id === null || send_at === null) return;
  await sql`
    update messaging.recurring_messages set state = 'stopped'
    where customer_account = ${account} and id = ${id} and state = 'active'`.execute(trx);
}

/** Writes down when it goes out next and queues the job, or that it is over. */
export async function planNext(
  trx: Trx,
  account: string,
  { id, every, until, first_at }: Pick<RecurringRow, "id" | "every" | "until" | "first_at">,
  { after, zone }: { after: Date; zone: string },
): Promise<Date | undefined> {
  const next = first_at ? nextOccurrence({ first: first_at, every, until }, after, zone) : undefined;
  await sql`
    update messaging.recurring_messages set next_at = ${next ?? null}, state = ${next ? "active" : "ended"}
    where customer_account = ${account} and id = ${id}`.execute(trx);
  if (next) {
    const at = next.toISOString();
    await sendLater(
      trx,
      recurringTask,
      { account, id, at },
      { at: next, key: `${recurringTask} ${account} ${id} ${at}` },
    );
  }
  return next;
}
