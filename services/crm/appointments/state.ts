import { sql } from "kysely";
import type { RecordKind } from "../../../rules/crm";
import { activityActor, recordActivity } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import type { CallContext } from "../../kit/serve";
import type { Appointment, CustomerChoices } from "../contract.appointments";
import { recordActor } from "../records/actor";
import { touchRecord } from "../records/touch";
import { reminderTask } from "./jobs";
import { findAppointment } from "./store";
import { tellLater } from "./tell";

export function isTold({ invite, remind_email, remind_sms }: CustomerChoices): boolean {
  return invite || remind_email || remind_sms;
}

/** The job of its reminder. One that was queued for another time finds that it is not due. */
export async function remindLater(
  trx: Trx,
  account: string,
  { id, starts_at, remind_minutes }: Appointment,
): Promise<void> {
  if (remind_minutes === null) return;
  const at = new Date(Date.parse(starts_at) - remind_minutes * 60_000);
  await sendLater(trx, reminderTask, { account, id }, { at, key: `${reminderTask} ${account} ${id}` });
}

type AppointmentAction = "Appointment made" | "Appointment changed" | "Appointment called off";

/** An appointment is something done with its record; those who look at the record see it. */
export async function tellOfAppointment(
  trx: Trx,
  caller: CallContext,
  kind: RecordKind,
  { id, record }: Appointment,
  action: AppointmentAction,
): Promise<void> {
  const { account } = caller;
  await touchRecord(trx, account, { kind, id: record.id }, recordActor(caller).id);
  await recordActivity(trx, account, activityActor(caller), {
    ...{ action, subject: "appointment", subject_id: String(id) },
    description: `Appointment ${id} with the ${kind} ${record.id}.`,
  });
}

/** Calls a locked appointment off, or undoes that. Its customer is told, where they were told of it. */
export async function setAppointmentState(
  trx: Trx,
  caller: CallContext,
  before: Appointment,
  { state, now }: { state: "scheduled" | "cancelled"; now: Date },
): Promise<void> {
  const { account } = caller;
  await sql`
    update crm.appointments set state = ${state}, reminded_at = null, sequence = sequence + 1, changed_at = now()
    where customer_account = ${account} and id = ${before.id}`.execute(trx);
  const appointment = await findAppointment(trx, account, before.id);
  if (state === "scheduled") await remindLater(trx, account, appointment);
  if (isTold(before.customer)) await tellLater(trx, account, before.id, now);
  const action = state === "cancelled" ? "Appointment called off" : "Appointment changed";
  await tellOfAppointment(trx, caller, before.record.kind, appointment, action);
}
