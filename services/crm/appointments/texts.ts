import { type AppointmentMessageKind, appointmentMessageNames, type DueMessage } from "../../../rules/appointments";
import { brand } from "../../../rules/brand";
import { sayDay } from "../../../rules/calendar";
import { shorten } from "../../../rules/format";
import { invitationFile } from "../../../rules/ics";
import { clockIn } from "../../../rules/local-time";
import { maxSubject, withoutBraces } from "../../../rules/sequences";

/** In whose name the customer is written to. */
type MessageSource = {
  /** The name of the account, and its zone. */
  seller: string;
  zone: string;
  /** Who has the appointment; "" for no one. */
  owner: string;
  customer: string;
  uid: string;
  /** The appointment does not take place: an invitation may also be taken back from one customer alone. */
  cancelled: boolean;
  now: Date;
  /** Where answers to a sender's address go if not there. */
  answersTo: Record<string, string>;
};

/** A message as it is sent: the subject and the calendar are "" where there is none. */
export type MessageContent = { subject: string; body: string; calendar: string };

/** What a customer is told of an appointment. */
export function messageContent(due: DueMessage, source: MessageSource): MessageContent {
  const { kind } = due;
  if (kind === "sms") return { subject: "", body: smsText(due, source), calendar: "" };
  const { day, starts } = clockOf(due, source);
  const subject = `${subjectStart(due)}: ${shorten(oneLine(due.title), 120)}, ${day}, ${starts}`.slice(0, maxSubject);
  const calendar = kind === "email" ? "" : calendarText(due, source);
  return { subject, body: mailText(due, source), calendar };
}

function subjectStart({ kind, again }: DueMessage): string {
  if (kind === "email") return "Reminder";
  if (kind === "cancellation") return "Cancelled";
  return again ? "Changed" : "Invitation";
}

function mailText(due: DueMessage, source: MessageSource): string {
  const { day, starts, ends, offset } = clockOf(due, source);
  const seller = oneLine(source.seller);
  const first = {
    email: `This is a reminder of your appointment with ${seller}.`,
    cancellation: source.cancelled
      ? `${seller} has cancelled this appointment.`
      : `You are no longer invited to this appointment with ${seller}.`,
    invitation: due.again
      ? `Your appointment with ${seller} has changed. These are the new details.`
      : `${seller} invites you to an appointment.`,
  };
  const last = {
    email: [],
    cancellation: ["Your calendar can remove it with this email."],
    invitation: [
      due.again ? "Your calendar can update it from this email." : "Your calendar can add it from this email.",
    ],
  };
  const place = oneLine(due.place);
  const kind = due.kind === "sms" ? "email" : due.kind;
  return [
    `Hello ${oneLine(source.customer)},`,
    first[kind],
    [
      `What: ${oneLine(due.title)}`,
      `When: ${day}, ${starts} to ${ends} (${offset})`,
      ...(place === "" ? [] : [`Where: ${place}`]),
      ...(source.owner === "" ? [] : [`With: ${oneLine(source.owner)}, ${seller}`]),
    ].join("\n"),
    ...last[kind],
  ].join("\n\n");
}

function smsText(due: DueMessage, source: MessageSource): string {
  const { day, starts } = clockOf(due, source);
  const place = oneLine(due.place);
  const where = place === "" ? "" : ` Place: ${place}.`;
  return `Reminder from ${oneLine(source.seller)}: ${oneLine(due.title)}, ${day}, ${starts}.${where}`;
}

/** The day and the times on the clock of the account, which a customer elsewhere can tell by the offset. */
function clockOf({ starts_at, ends_at }: DueMessage, { zone }: MessageSource) {
  const [begin, end] = [clockIn(zone, starts_at), clockIn(zone, ends_at)];
  const ends = begin.date === end.date ? end.time : `${sayDay(end.date)}, ${end.time}`;
  const names = new Intl.DateTimeFormat("en-GB", { timeZone: zone, timeZoneName: "longOffset" });
  const offset = names.formatToParts(starts_at).find(({ type }) => type === "timeZoneName")?.value ?? zone;
  return { day: sayDay(begin.date), starts: begin.time, ends, offset };
}

function calendarText(due: DueMessage, source: MessageSource): string {
  const { seller, owner, customer, uid, now, answersTo } = source;
  const { title, place, starts_at: starts, ends_at: ends, kind, number, sender, address } = due;
  return invitationFile(
    brand.name,
    {
      ...{ uid, title, place, starts, ends, changed: now, sequence: number ?? 0, cancelled: kind === "cancellation" },
      text: owner === "" ? `With ${seller}.` : `With ${owner}, ${seller}.`,
    },
    {
      method: kind === "cancellation" ? "CANCEL" : "REQUEST",
      // Calendar programs send their answers there.
      organizer: { name: seller, email: answersTo[sender] ?? sender },
      attendee: { name: customer, email: address },
    },
  );
}

/** What people type is no merge field and no line of its own. */
function oneLine(text: string): string {
  return withoutBraces(text).replace(/\s+/g, " ").trim();
}

/** What the histories of records say of a message. */
export function historyText(
  { kind, address, title }: { kind: AppointmentMessageKind; address: string; title: string },
  refused: string,
): string {
  const name = appointmentMessageNames[kind];
  return refused === "" ? `${name} to ${address}: ${title}.` : `${name} not sent: ${title}. ${refused}`;
}
