import { z } from "zod";
import { clockIn, parseInstant } from "../../../rules/local-time";
import { type Appointment, appointmentStates } from "../../../services/crm/contract.appointments";
import { typedCheck, typedText } from "../../kit/typed-fields";

/** What is typed of an appointment, on the account's clock. */
export const AppointmentFields = z.object({
  title: typedText,
  day: typedText,
  time: typedText,
  minutes: z.coerce.number({ error: "Choose a length." }).int().min(1).max(10_080).default(30),
  place: typedText,
  user_id: typedText,
  remind_minutes: typedText,
  invite: typedCheck,
  remind_email: typedCheck,
  remind_sms: typedCheck,
  customer_minutes: typedText,
  mail_sender: typedText,
  sms_sender: typedText,
  overlap: typedCheck,
  state: z.enum(appointmentStates).default("scheduled"),
});

type TextField = "title" | "day" | "time" | "minutes" | "place" | "user_id" | "remind_minutes";
type CustomerField = "customer_minutes" | "mail_sender" | "sms_sender";
type CustomerCheck = "invite" | "remind_email" | "remind_sms";
export type AppointmentValues = Record<TextField | CustomerField, string> & Record<CustomerCheck, boolean>;

/** The fields as the calls take them; nothing when there is no such day and time. */
export function appointmentBody(
  { title, day, time, minutes, place, user_id, remind_minutes, overlap, ...typed }: z.output<typeof AppointmentFields>,
  zone: string,
) {
  const { invite, remind_email, remind_sms, customer_minutes, mail_sender, sms_sender } = typed;
  const starts = parseInstant(zone, { date: day, time });
  if (!starts) return undefined;
  return {
    ...{ title, place, overlap, user_id: user_id || null },
    starts_at: starts.toISOString(),
    ends_at: new Date(starts.getTime() + minutes * 60_000).toISOString(),
    remind_minutes: remind_minutes === "" ? null : Number(remind_minutes),
    customer: {
      ...{ invite, remind_email, remind_sms, mail_sender, sms_sender },
      // The list is not shown where nothing can be sent.
      minutes: customer_minutes === "" ? 60 : Number(customer_minutes),
    },
  };
}

/** What is said when day and time are none. */
export const noMoment = { message: "Please correct the marked fields.", errors: { day: ["Choose a day and a time."] } };

/** The service's words for its fields, at those of the form: for an instant at the day. */
export function formFieldErrors(errors: Record<string, string[]> | undefined): Record<string, string[]> | undefined {
  if (!errors) return errors;
  const { starts_at, ends_at, ...others } = errors;
  const day = [...(starts_at ?? []), ...(ends_at ?? [])];
  const named = Object.entries(others).map(([name, words]) => [
    name === "customer.minutes" ? "customer_minutes" : name.replace(/^customer\./, ""),
    words,
  ]);
  return { ...Object.fromEntries(named), ...(day.length > 0 ? { day } : {}) };
}

/** An appointment as its form begins. */
export function appointmentValues(one: Appointment, zone: string): AppointmentValues {
  const { date, time } = clockIn(zone, new Date(one.starts_at));
  const { minutes: customer_minutes, ...customer } = one.customer;
  const minutes = Math.round((Date.parse(one.ends_at) - Date.parse(one.starts_at)) / 60_000);
  return {
    ...{ title: one.title, place: one.place, day: date, time, minutes: String(minutes), user_id: one.user_id ?? "" },
    remind_minutes: one.remind_minutes === null ? "" : String(one.remind_minutes),
    ...{ ...customer, customer_minutes: String(customer_minutes) },
  };
}
