import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { type RecordKind, recordKinds } from "../../../rules/crm";
import { invitationAnswers } from "../../../rules/invitation-answers";
import type { ListSort } from "../../../rules/list-orders";
import type { Trx } from "../../kit/database";
import { keyColumn, namedOrders } from "../../kit/ordering";
import { likePattern, pageOfRows } from "../../kit/paging";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { texts } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { Appointment, type appointmentCalls } from "../contract.appointments";
import { isNamed } from "../records/search";

const AppointmentRow = Appointment.omit({ record: true, customer: true }).extend({
  answer: z.enum(invitationAnswers).nullable(),
  answered_at: z.date().nullable(),
  answer_comment: z.string(),
  changed_at: z.date(),
  starts_at: z.date(),
  ends_at: z.date(),
  record_id: z.number(),
  record_kind: z.enum(recordKinds),
  record_name: z.string(),
  invite: z.boolean(),
  remind_email: z.boolean(),
  remind_sms: z.boolean(),
  customer_minutes: z.number(),
  mail_sender: z.string(),
  sms_sender: z.string(),
});
type AppointmentRow = z.infer<typeof AppointmentRow>;

const columns = sql.raw(`a.id, a.title, a.place, a.starts_at, a.ends_at, a.user_id, a.user_name, a.state,
  a.remind_minutes, a.by, a.changed_at, a.sequence, a.invite, a.remind_email, a.remind_sms, a.customer_minutes,
  a.mail_sender, a.sms_sender, a.answer, a.answered_at, a.answer_comment, a.record_id, l.kind as record_kind, l.name as record_name`);
const tables = sql.raw(
  "crm.appointments a join crm.records l on l.customer_account = a.customer_account and l.id = a.record_id",
);

function asAppointment({ record_id, record_kind, record_name, ...stored }: AppointmentRow): Appointment {
  const { invite, remind_email, remind_sms, customer_minutes, mail_sender, sms_sender, ...rest } = stored;
  const { answer, answered_at, answer_comment: comment, ...found } = rest;
  return {
    ...found,
    customer: { invite, remind_email, remind_sms, minutes: customer_minutes, mail_sender, sms_sender },
    answer: answer && answered_at && { answer, comment, at: answered_at.toISOString() },
    record: { id: record_id, kind: record_kind, name: record_name },
    starts_at: found.starts_at.toISOString(),
    ends_at: found.ends_at.toISOString(),
    changed_at: found.changed_at.toISOString(),
  };
}

const orders = namedOrders<ListSort<"appointments">>(
  {
    starts: keyColumn("timestamptz", "a.starts_at"),
    title: keyColumn("text", "a.title_start"),
    user: keyColumn("text", "a.user_start"),
  },
  keyColumn("bigint", "a.id"),
);

/** Appointments with records of these kinds. @param own the user whose alone are wanted */
export async function appointmentPage(
  trx: Trx,
  account: string,
  query: z.output<typeof appointmentCalls.appointments.query>,
  { kinds, own, now }: { kinds: readonly RecordKind[]; own: string | null; now: Date },
) {
  const coming = query.when === "coming";
  const when: RawBuilder<unknown> = coming
    ? sql`a.state = 'scheduled' and a.ends_at > ${now}::timestamptz`
    : sql`(a.state <> 'scheduled' or a.ends_at <= ${now}::timestamptz)`;
  const { q } = query;
  const like = likePattern(q);
  const page = await pageOfRows(trx, query, {
    schema: AppointmentRow,
    select: columns,
    from: sql`${tables} where a.customer_account = ${account} and l.kind = any(${texts([...kinds])}) and ${when}
      and (${query.record ?? null}::bigint is null or a.record_id = ${query.record ?? null})
      and (${query.mine !== "1"} or a.user_id = ${own})
      and ${q === "" ? sql`true` : sql`(a.title ilike ${like} or a.place ilike ${like} or ${isNamed("l", q)})`}`,
    order: orders(query.sort ?? (coming ? "starts" : "-starts")),
    batched: q === "",
  });
  return { ...page, data: page.data.map(asAppointment) };
}

/** Appointments of one person that are not over at `starts` and begin by `until`, with records of these kinds. */
export async function listBetween(
  trx: Trx,
  account: string,
  { kinds, user, starts, until }: { kinds: readonly RecordKind[]; user: string | null; starts: string; until: string },
): Promise<Appointment[]> {
  const found = await checkedRows(
    trx,
    AppointmentRow,
    sql`select ${columns} from ${tables} where a.customer_account = ${account} and l.kind = any(${texts([...kinds])})
      and a.user_id = ${user} and a.state = 'scheduled' and a.ends_at > ${starts}::timestamptz
      and a.starts_at <= ${until}::timestamptz order by a.starts_at, a.id limit 200`,
    { batched: true },
  );
  return found.map(asAppointment);
}

/** @throws HttpError 404 */
export async function findAppointment(trx: Trx, account: string, id: number, lock = false): Promise<Appointment> {
  const found = await checkedRow(
    trx,
    AppointmentRow,
    sql`select ${columns} from ${tables} where a.customer_account = ${account} and a.id = ${id}
      ${lock ? sql`for update of a` : sql``}`,
  );
  if (!found) throw new HttpError(404, "There is no such appointment.");
  return asAppointment(found);
}

const OverlapRow = z.object({ title: z.string(), starts_at: z.date() });

/** Another appointment of the person in that time; touching is no overlap. */
export function findOverlap(
  trx: Trx,
  account: string,
  { user, starts_at, ends_at, but }: { user: string | null; starts_at: string; ends_at: string; but: number },
): Promise<{ title: string; starts_at: Date } | undefined> {
  return checkedRow(
    trx,
    OverlapRow,
    sql`select title, starts_at from crm.appointments
      where customer_account = ${account} and user_id = ${user} and state = 'scheduled' and id <> ${but}
        and starts_at < ${ends_at}::timestamptz and ends_at > ${starts_at}::timestamptz
      order by starts_at limit 1`,
  );
}
