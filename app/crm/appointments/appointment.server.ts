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
  overlap: typedCheck,
  state: z.enum(appointmentStates).default("scheduled"),
});

export type AppointmentValues = Record<
  "title" | "day" | "time" | "minutes" | "place" | "user_id" | "remind_minutes",
  string
>;

/** The fields as the calls take them; nothing when there is no such day and time. */
export function appointmentBody(
  { title, day, time, minutes, place, user_id, remind_minutes, overlap }: z.output<typeof AppointmentFields>,
  zone: string,
) {
  const starts = parseInstant(zone, { date: day, time });
  if (!starts) return undefined;
  return {
    ...{ title, place, overlap, user_id: user_id || null },
    starts_at: starts.toISOString(),
    ends_at: new Date(starts.getTime() + minutes * 60_000).toISOString(),
    remind_minutes: remind_minutes === "" ? null : Number(remind_minutes),
  };
}

/** What is said when day and time are none. */
export const noMoment = { message: "Please correct the marked fields.", errors: { day: ["Choose a day and a time."] } };

/** The service's words for an instant, at the day of the form. */
export function atMoment(errors: Record<string, string[]> | undefined): Record<string, string[]> | undefined {
  if (!errors) return errors;
  const { starts_at, ends_at, ...others } = errors;
  const day = [...(starts_at ?? []), ...(ends_at ?? [])];
  return day.length > 0 ? { ...others, day } : others;
}

/** An appointment as its form begins. */
export function appointmentValues(one: Appointment, zone: string): AppointmentValues {
  const { date, time } = clockIn(zone, new Date(one.starts_at));
  const minutes = Math.round((Date.parse(one.ends_at) - Date.parse(one.starts_at)) / 60_000);
  return {
    ...{ title: one.title, place: one.place, day: date, time, minutes: String(minutes), user_id: one.user_id ?? "" },
    remind_minutes: one.remind_minutes === null ? "" : String(one.remind_minutes),
  };
}
