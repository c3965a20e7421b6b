import { sql } from "kysely";
import { z } from "zod";
import {
  appointmentMessageKinds,
  appointmentMessageStates,
  type DueMessage,
  type KnownMessage,
  nextStep,
} from "../../../rules/appointments";
import { recordKinds } from "../../../rules/crm";
import type { Trx } from "../../kit/database";
import { append } from "../../kit/events";
import { checkedRow, checkedRows, IdRow } from "../../kit/row-schema";
import type { SentToOne } from "../../messaging/contract.internal";
import { AppointmentMessage, appointmentStates } from "../contract.appointments";
import { recordEvents } from "../records/changes";
import { touchRecords } from "../records/touch";
import { writeHistory } from "../sequence-state/end";
import { customerColumns, customerJoin } from "./customer";
import { historyText, messageContent } from "./texts";

/**
 * What is the same for all messages of a moment: the name and the zone of the account, when it is, and where answers to
 * an address of ours go if not there.
 */
export type MessageMoment = { seller: string; zone: string; now: Date; answersTo: Record<string, string> };

const InvitedContent = { title: z.string(), place: z.string(), starts_at: z.date(), ends_at: z.date() };

const KnownMessageRow = z.object({
  ...InvitedContent,
  id: z.number(),
  kind: z.enum(appointmentMessageKinds),
  state: z.enum(appointmentMessageStates),
  /** Of an invitation and of what takes it back (RFC 5545, 3.8.7.4). */
  number: z.number().nullable(),
  version: z.number(),
  address: z.string(),
  sender: z.string(),
  reason: z.string(),
  try_at: z.date().nullable(),
});

/** A message that this process sends, and no other for some minutes. */
const ClaimedMessage = KnownMessageRow.pick({ id: true, sender: true, kind: true, address: true }).extend({
  subject: z.string(),
  body: z.string(),
  calendar: z.string(),
});
export type ClaimedMessage = z.infer<typeof ClaimedMessage>;

/** Minutes after which a message is tried again: one whose answer is not known, and one that can't be paid for. */
const tryAgain = { unanswered: 5, refused: 60 } as const;

const PlannedRow = z.object({
  ...InvitedContent,
  state: z.enum(appointmentStates),
  /** How often it was changed: what was refused is tried again after a change. */
  version: z.number(),
  invite: z.boolean(),
  remind_email: z.boolean(),
  remind_sms: z.boolean(),
  customer_minutes: z.number(),
  mail_sender: z.string(),
  sms_sender: z.string(),
  /** The customer's own; "" where there is none. */
  email: z.string(),
  phone: z.string(),
  id: z.number(),
  uid: z.string(),
  owner: z.string(),
  customer: z.string(),
  record_id: z.number(),
  record_kind: z.enum(recordKinds),
  contact_id: z.number().nullable(),
});
type PlannedRow = z.infer<typeof PlannedRow>;

/** The appointment as it is, which no one changes meanwhile. The record comes first, as whoever changes a record has it. */
async function lockPlanned(trx: Trx, account: string, id: number): Promise<PlannedRow | undefined> {
  await lockRecord(trx, account, id);
  return checkedRow(
    trx,
    PlannedRow,
    sql`select a.id, a.title, a.place, a.starts_at, a.ends_at, a.state, a.sequence as version, a.invite, a.remind_email,
        a.remind_sms, a.customer_minutes, a.mail_sender, a.sms_sender, a.uid, a.user_name as owner, a.record_id,
        l.kind as record_kind, c.id as contact_id, ${customerColumns}
      from crm.appointments a
      join crm.records l on l.customer_account = a.customer_account and l.id = a.record_id ${customerJoin}
      where a.customer_account = ${account} and a.id = ${id} for update of a`,
  );
}

export async function lockRecord(trx: Trx, account: string, appointment: number): Promise<void> {
  await sql`
    select l.id from crm.records l where l.customer_account = ${account} and l.id = (
      select record_id from crm.appointments where customer_account = ${account} and id = ${appointment})
    for no key update`.execute(trx);
}

function listKnown(trx: Trx, account: string, id: number): Promise<KnownMessage[]> {
  return checkedRows(
    trx,
    KnownMessageRow,
    sql`select id, kind, state, number, version, title, place, starts_at, ends_at, address, sender, reason, try_at
      from crm.appointment_messages where customer_account = ${account} and appointment_id = ${id} order by id`,
  );
}

/**
 * Does the next thing that is due for an appointment: claims a message that this process is to send, or notes why one
 * is not sent. "more": there may be more to do at once. A date: when to look again.
 */
export async function takeStep(
  trx: Trx,
  account: string,
  id: number,
  moment: MessageMoment,
): Promise<ClaimedMessage | "more" | Date | undefined> {
  const planned = await lockPlanned(trx, account, id);
  if (!planned) return undefined;
  const step = nextStep(planned, await listKnown(trx, account, id), moment);
  if (step.step === "none") return step.until;
  if (step.step === "retry") return claimAgain(trx, account, step.id, moment.now);
  if (step.step === "drop") {
    await noteRefused(trx, account, planned, step.id, step.reason, moment.now);
    return "more";
  }
  return insertMessage(trx, account, planned, step.message, moment);
}

/** Each message is written down once: the unique indexes have a second one fail. */
async function insertMessage(
  trx: Trx,
  account: string,
  planned: PlannedRow,
  due: DueMessage,
  moment: MessageMoment,
): Promise<ClaimedMessage | "more"> {
  const { kind, number, title, place, starts_at, ends_at, address, sender, refusal } = due;
  const { now } = moment;
  const cancelled = planned.state === "cancelled";
  const content = messageContent(due, { ...planned, ...moment, cancelled });
  const lease = new Date(now.getTime() + tryAgain.unanswered * 60_000);
  const made = await checkedRow(
    trx,
    IdRow,
    sql`insert into crm.appointment_messages (customer_account, appointment_id, kind, state, number, version, title, place,
        starts_at, ends_at, address, sender, subject, body, calendar, try_at, begun_at, at)
      values (${account}, ${planned.id}, ${kind}, 'sending', ${number}::int, ${planned.version}, ${title}, ${place},
        ${starts_at}::timestamptz, ${ends_at}::timestamptz, ${address}, ${sender}, ${content.subject}, ${content.body},
        ${content.calendar}, ${lease}::timestamptz, ${now}::timestamptz, ${now}::timestamptz) returning id`,
  );
  const id = made?.id ?? 0;
  // What was answered to an earlier invitation is no answer to this one.
  if (kind === "invitation" && refusal === "")
    await sql`
      update crm.appointments set answer = null, answered_at = null, answer_comment = ''
      where customer_account = ${account} and id = ${planned.id}`.execute(trx);
  if (refusal !== "") {
    await noteRefused(trx, account, planned, id, refusal, now);
    return "more";
  }
  return { id, kind, address, sender, ...content };
}

async function claimAgain(trx: Trx, account: string, id: number, now: Date): Promise<ClaimedMessage | "more"> {
  const lease = new Date(now.getTime() + tryAgain.unanswered * 60_000);
  const found = await checkedRow(
    trx,
    ClaimedMessage,
    sql`update crm.appointment_messages set state = 'sending', try_at = ${lease}::timestamptz
      where customer_account = ${account} and id = ${id}
      returning id, kind, address, sender, subject, body, calendar`,
  );
  return found ?? "more";
}

async function noteRefused(
  trx: Trx,
  account: string,
  planned: PlannedRow,
  id: number,
  reason: string,
  now: Date,
): Promise<void> {
  await noteOutcome(trx, account, planned, id, { message: null, refused: reason }, now);
}

const OutcomeRow = KnownMessageRow.pick({ kind: true, title: true, address: true });

/** What became of a message, for its appointment and the histories of its record. */
async function noteOutcome(
  trx: Trx,
  account: string,
  { record_id, record_kind, contact_id }: PlannedRow,
  id: number,
  { message, refused }: Pick<SentToOne, "message" | "refused">,
  now: Date,
): Promise<void> {
  const reason = message ? "" : refused || "It was not sent.";
  const noted = await checkedRow(
    trx,
    OutcomeRow,
    sql`update crm.appointment_messages set state = ${message ? "sent" : "refused"}, reason = ${reason}, try_at = null,
        message_id = ${message?.id ?? ""}, cost_cents = ${message?.cost_cents ?? 0}, at = ${now}::timestamptz
      where customer_account = ${account} and id = ${id} returning kind, address, title`,
  );
  if (!noted) return;
  const records = [record_id, ...(contact_id === null ? [] : [contact_id])];
  const said = historyText(noted, reason);
  const lines = records.map((record) => ({ record, said, by: "Appointment" }));
  await writeHistory(trx, account, lines, "Appointment");
  if (message) await touchRecords(trx, account, records);
  await append(trx, account, recordEvents[record_kind], { id: record_id, by: null });
}

/** What became of a message: it was taken or refused, or nobody knows, or it can't be paid for yet. */
export type MessageOutcome = { told: SentToOne } | { trouble: string; taken: "unknown" | "no" };

const StateRow = z.object({ state: z.string() });

/** Notes what became of a claimed message: of one that someone else noted meanwhile, nothing. */
export async function settleMessage(
  trx: Trx,
  account: string,
  appointment: number,
  message: number,
  outcome: MessageOutcome,
  now: Date,
): Promise<void> {
  const planned = await lockPlanned(trx, account, appointment);
  const kept = await checkedRow(
    trx,
    StateRow,
    sql`select state from crm.appointment_messages where customer_account = ${account} and id = ${message} for update`,
  );
  // Erased meanwhile, or settled by whoever sent it again.
  if (!planned || kept?.state !== "sending") return;
  if ("told" in outcome) {
    await noteOutcome(trx, account, planned, message, outcome.told, now);
    return;
  }
  const { trouble, taken } = outcome;
  const minutes = taken === "no" ? tryAgain.refused : tryAgain.unanswered;
  await sql`
    update crm.appointment_messages set state = ${taken === "no" ? "waiting" : "sending"}, reason = ${trouble},
      try_at = ${new Date(now.getTime() + minutes * 60_000)}::timestamptz
    where customer_account = ${account} and id = ${message}`.execute(trx);
}

/** Most messages of an appointment that are shown. */
const maxShown = 100;

const MessageRow = AppointmentMessage.extend({ at: z.date() });

/** What was sent to the customer of an appointment, the newest first. */
export async function listMessages(trx: Trx, account: string, appointment: number): Promise<AppointmentMessage[]> {
  const found = await checkedRows(
    trx,
    MessageRow,
    sql`select id, kind, state, number, address, reason, cost_cents, at from crm.appointment_messages
      where customer_account = ${account} and appointment_id = ${appointment} order by id desc limit ${maxShown}`,
  );
  return found.map((one) => ({ ...one, at: one.at.toISOString() }));
}
