import { nextAllowed, quietHours } from "./sequences";

/** Minutes before an appointment at which somebody is reminded. */
export const reminderMinutes = [15, 60, 1_440] as const;

/** "15 minutes", "1 hour", "1 day" */
export function reminderText(minutes: number): string {
  const [count, unit] =
    minutes % 1_440 === 0
      ? [minutes / 1_440, "day"]
      : minutes % 60 === 0
        ? [minutes / 60, "hour"]
        : [minutes, "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** What a customer is sent: an invitation, what takes it back, a reminder by email and one by SMS. */
export const appointmentMessageKinds = ["invitation", "cancellation", "email", "sms"] as const;
export type AppointmentMessageKind = (typeof appointmentMessageKinds)[number];
export const appointmentMessageNames: Record<AppointmentMessageKind, string> = {
  invitation: "Invitation",
  cancellation: "Cancellation",
  email: "Reminder by email",
  sms: "Reminder by SMS",
};

/** `sending`: nobody knows yet whether it was taken. `waiting`: it was not, and is tried again. */
export const appointmentMessageStates = ["sending", "waiting", "sent", "refused"] as const;
export type AppointmentMessageState = (typeof appointmentMessageStates)[number];

/** What an invitation says of an appointment: when one of these changes, the customer gets a new one. */
export type InvitedContent = { title: string; place: string; starts_at: Date; ends_at: Date };

/** An appointment as it is now, with what its customer is to be told. */
export type AppointmentPlan = InvitedContent & {
  state: "scheduled" | "done" | "cancelled";
  /** How often it was changed: what was refused is tried again after a change. */
  version: number;
  invite: boolean;
  remind_email: boolean;
  remind_sms: boolean;
  customer_minutes: number;
  mail_sender: string;
  sms_sender: string;
  /** The customer's own; "" where there is none. */
  email: string;
  phone: string;
};

/** What was sent of an appointment before, or is being sent. */
export type KnownMessage = InvitedContent & {
  id: number;
  kind: AppointmentMessageKind;
  state: AppointmentMessageState;
  /** Of an invitation and of what takes it back (RFC 5545, 3.8.7.4). */
  number: number | null;
  version: number;
  address: string;
  sender: string;
  reason: string;
  try_at: Date | null;
};

/** A message that is due. `refusal`: why it is not sent; "": it is. */
export type DueMessage = InvitedContent &
  Pick<KnownMessage, "kind" | "number" | "address" | "sender"> & {
    refusal: string;
    /** The customer has an invitation that this one replaces. */
    again: boolean;
  };

/** What is to be done now. `until`: when to look again; without it there is nothing more to do. */
export type AppointmentStep =
  | { step: "none"; until?: Date | undefined }
  | { step: "send"; message: DueMessage }
  | { step: "retry"; id: number }
  | { step: "drop"; id: number; reason: string };

const everyDay = { ...quietHours, days: [1, 2, 3, 4, 5, 6, 7] };

/** What is due of the invitation, then of the reminders: one thing at a time. */
export function nextStep(
  plan: AppointmentPlan,
  known: readonly KnownMessage[],
  { now, zone }: { now: Date; zone: string },
): AppointmentStep {
  const steps = [
    invitationStep(plan, known, now),
    reminderStep("email", plan, known, { now, zone }),
    reminderStep("sms", plan, known, { now, zone }),
  ];
  const due = steps.find(({ step }) => step !== "none");
  if (due) return due;
  const times = steps.flatMap((one) => (one.step === "none" && one.until ? [one.until.getTime()] : []));
  return times.length === 0 ? { step: "none" } : { step: "none", until: new Date(Math.min(...times)) };
}

function invitationStep(plan: AppointmentPlan, known: readonly KnownMessage[], now: Date): AppointmentStep {
  const sent = known.filter((one) => one.number !== null).sort((one, other) => (one.number ?? 0) - (other.number ?? 0));
  const wanted = wantedInvitation(
    plan,
    sent.findLast(({ state }) => state === "sent"),
    now,
  );
  const open = sent.find(isOpen);
  if (open) {
    const right = wanted !== undefined && isSame(open, wanted) && open.sender === wanted.sender;
    return openStep(open, { right, over: open.ends_at <= now, now });
  }
  const last = sent.at(-1);
  if (!wanted || (last?.state === "refused" && last.version === plan.version && isSame(last, wanted)))
    return { step: "none" };
  return { step: "send", message: { ...wanted, number: last === undefined ? 0 : (last.number ?? 0) + 1 } };
}

type WantedMessage = Omit<DueMessage, "number">;

/** What the customer's calendar does not say yet; undefined: it says what it should. */
function wantedInvitation(plan: AppointmentPlan, last: KnownMessage | undefined, now: Date): WantedMessage | undefined {
  const theirs = last?.kind === "invitation" ? last : undefined;
  const invited = plan.invite && plan.state !== "cancelled";
  const over = plan.ends_at <= now || plan.state === "done";
  const address = plan.email || (theirs?.address ?? "");
  const again = theirs !== undefined;
  const invitation = { ...contentOf(plan), kind: "invitation", address, sender: plan.mail_sender, again } as const;
  const refusal = address === "" ? noEmail : "";
  if (!theirs) return invited && !over ? { ...invitation, refusal } : undefined;
  if (theirs.ends_at <= now && (over || !invited)) return undefined;
  // Another person's calendar is not changed by an invitation of this one.
  if (!invited || theirs.address !== address)
    return {
      ...{ ...contentOf(theirs), kind: "cancellation", address: theirs.address, sender: theirs.sender },
      ...{ again, refusal: "" },
    };
  return plan.state === "done" || isSame(theirs, invitation) ? undefined : { ...invitation, refusal };
}

const noEmail = "There is no email address.";

function reminderStep(
  kind: "email" | "sms",
  plan: AppointmentPlan,
  known: readonly KnownMessage[],
  { now, zone }: { now: Date; zone: string },
): AppointmentStep {
  const theirs = known.filter((one) => one.kind === kind);
  const byEmail = kind === "email";
  const on = plan.state === "scheduled" && (byEmail ? plan.remind_email : plan.remind_sms);
  const sender = byEmail ? plan.mail_sender : plan.sms_sender;
  const address = byEmail ? plan.email : plan.phone;
  const wanted = { ...contentOf(plan), kind, address, sender };
  const open = theirs.find(isOpen);
  if (open) {
    const right = on && isSame(open, wanted) && open.sender === sender;
    return openStep(open, { right, over: open.starts_at <= now, now });
  }
  if (!on || plan.starts_at <= now) return { step: "none" };
  const settled = theirs.some(
    (one) =>
      one.starts_at.getTime() === plan.starts_at.getTime() && (one.state === "sent" || one.version === plan.version),
  );
  if (settled) return { step: "none" };
  const due = new Date(plan.starts_at.getTime() - plan.customer_minutes * 60_000);
  if (due > now) return { step: "none", until: due };
  const allowed = nextAllowed(now, zone, everyDay);
  const late = allowed >= plan.starts_at;
  if (allowed > now && !late) return { step: "none", until: allowed };
  const refusal = late ? tooLate : address === "" ? (byEmail ? noEmail : "There is no phone number.") : "";
  return { step: "send", message: { ...wanted, number: null, refusal, again: false } };
}

const tooLate = `No reminders are sent between ${quietHours.until} and ${quietHours.from}, and the appointment begins before they are sent again.`;

/** One that was begun is known to be sent or not before another one of its kind. */
function openStep(
  { id, state, reason, try_at }: KnownMessage,
  { right, over, now }: { right: boolean; over: boolean; now: Date },
): AppointmentStep {
  if (over) return { step: "drop", id, reason: `It could not be sent in time. ${reason}`.trim() };
  if (state === "waiting" && !right)
    return { step: "drop", id, reason: "The appointment was changed before it could be sent." };
  if (try_at && try_at > now) return { step: "none", until: try_at };
  return { step: "retry", id };
}

function isOpen({ state }: KnownMessage): boolean {
  return state === "sending" || state === "waiting";
}

function contentOf({ title, place, starts_at, ends_at }: InvitedContent): InvitedContent {
  return { title, place, starts_at, ends_at };
}

type MessageContent = InvitedContent & Pick<KnownMessage, "kind" | "address">;

function isSame(one: MessageContent, other: MessageContent): boolean {
  return (
    one.kind === other.kind &&
    one.address === other.address &&
    one.title === other.title &&
    one.place === other.place &&
    one.starts_at.getTime() === other.starts_at.getTime() &&
    one.ends_at.getTime() === other.ends_at.getTime()
  );
}
