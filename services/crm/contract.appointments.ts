import { z } from "zod";
import { appointmentMessageKinds, appointmentMessageStates } from "../../rules/appointments";
import { recordKinds } from "../../rules/crm";
import { invitationAnswers } from "../../rules/invitation-answers";
import { listOrders } from "../../rules/list-orders";
import { type Call, id, pageSchema, paging } from "../kit/contract";
import { anyRecord, Count } from "./contract.records";

export const appointmentStates = ["scheduled", "done", "cancelled"] as const;

/** What the customer of an appointment is told: the lead, the contact, or the contact of a deal. */
const customerFields = {
  /** By email; a new invitation whenever time, place or title change. */
  invite: z.boolean().default(false),
  remind_email: z.boolean().default(false),
  remind_sms: z.boolean().default(false),
  /** Minutes before the start. */
  minutes: z.int().min(1, "At least 1 minute before.").max(20_160, "At most 14 days before.").default(60),
  /** Whom the emails and the texts are from. */
  mail_sender: z.string().trim().toLowerCase().max(254).default(""),
  sms_sender: z.string().trim().max(15).default(""),
};
const CustomerChoices = z.strictObject(customerFields);
export type CustomerChoices = z.output<typeof CustomerChoices>;

export const Appointment = z.object({
  id: Count,
  record: z.object({ id: Count, kind: z.enum(recordKinds), name: z.string() }),
  title: z.string(),
  place: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  user_id: z.string().nullable(),
  user_name: z.string(),
  state: z.enum(appointmentStates),
  remind_minutes: Count.nullable(),
  by: z.string(),
  changed_at: z.string(),
  /** How often it was changed. */
  sequence: Count,
  customer: z.object({
    ...{ invite: z.boolean(), remind_email: z.boolean(), remind_sms: z.boolean(), minutes: Count },
    ...{ mail_sender: z.string(), sms_sender: z.string() },
  }),
  /** What the customer answered to the newest invitation; null: nothing yet. */
  answer: z.object({ answer: z.enum(invitationAnswers), at: z.string(), comment: z.string() }).nullable(),
});
export type Appointment = z.infer<typeof Appointment>;

/** Whom appointments with a record invite and remind. The reasons: why not; "": they can be. */
export const AppointmentCustomer = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  email_reason: z.string(),
  sms_reason: z.string(),
});
export type AppointmentCustomer = z.infer<typeof AppointmentCustomer>;

/** What was sent to the customer, or is being sent, or was not and why. */
export const AppointmentMessage = z.object({
  id: Count,
  kind: z.enum(appointmentMessageKinds),
  state: z.enum(appointmentMessageStates),
  /** Of an invitation and of what takes it back: its sequence number. */
  number: Count.nullable(),
  address: z.string(),
  reason: z.string(),
  cost_cents: Count,
  at: z.string(),
});
export type AppointmentMessage = z.infer<typeof AppointmentMessage>;

const instant = z.iso.datetime({ offset: true, error: "Choose a day and a time." });

const fields = {
  title: z.string().trim().min(1, "Say what it is about.").max(200, "At most 200 characters."),
  place: z.string().trim().max(200, "At most 200 characters.").default(""),
  starts_at: instant,
  ends_at: instant,
  /** Minutes before the start; null: no reminder. */
  remind_minutes: z.int().min(0).max(20_160, "At most 14 days before.").nullable().default(60),
  /** Whose it is; null: of who makes it. */
  user_id: z.string().max(60).nullable().default(null),
  /** Although the person has another appointment at that time. */
  overlap: z.boolean().default(false),
  /** Without it nothing is told to the customer of a new appointment, and what was chosen for another one stays. */
  customer: CustomerChoices.optional(),
};

export const AppointmentForm = z.strictObject({ id, ...fields });

/** Appointments of all records that one may see (Q148). */
export const appointmentCalls = {
  appointments: {
    method: "GET",
    path: "/contact-appointments",
    summary:
      "Appointments: those to come first to last, or those that are over, last to first; of one record, or one's own",
    needs: anyRecord,
    query: z.object({
      ...paging,
      /** Their titles, places and records. */
      q: z.string().trim().max(100).default("").catch(""),
      /** By their beginning unless it is said: those to come first to last, those that are over last to first. */
      sort: z.enum(listOrders.appointments).optional().catch(undefined),
      record: id.optional().catch(undefined),
      mine: z.enum(["1"]).optional().catch(undefined),
      when: z.enum(["coming", "past"]).default("coming").catch("coming"),
    }),
    answers: { 200: pageSchema(Appointment) },
  },
  appointment: {
    method: "GET",
    path: "/contact-appointments/{id}",
    summary: "One appointment",
    needs: anyRecord,
    params: z.object({ id }),
    answers: { 200: Appointment },
  },
  appointmentCustomer: {
    method: "GET",
    path: "/contact-appointments/customer/{id}",
    summary: "Whom an appointment with a lead or a contact, or about a deal, can invite and remind, or why not",
    needs: anyRecord,
    params: z.object({ id }),
    answers: { 200: AppointmentCustomer },
  },
  appointmentMessages: {
    method: "GET",
    path: "/contact-appointments/{id}/messages",
    summary: "What was sent to the customer of an appointment, the newest first, and what was not and why",
    needs: anyRecord,
    params: z.object({ id }),
    answers: { 200: z.object({ data: z.array(AppointmentMessage) }) },
  },
  addAppointment: {
    method: "POST",
    path: "/contact-appointments",
    summary: "Make an appointment with a lead or a contact, or about a deal; 409 names what overlaps",
    needs: anyRecord,
    writes: true,
    body: AppointmentForm,
    answers: { 201: Appointment },
  },
  updateAppointment: {
    method: "PUT",
    path: "/contact-appointments/{id}",
    summary: "Change an appointment, call it off, or say that it took place",
    needs: anyRecord,
    writes: true,
    params: z.object({ id }),
    body: z.strictObject({ ...fields, state: z.enum(appointmentStates).default("scheduled") }),
    answers: { 201: Appointment },
  },
} as const satisfies Record<string, Call>;
