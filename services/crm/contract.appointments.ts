import { z } from "zod";
import { recordKinds } from "../../rules/crm";
import { type Call, id, pageSchema, paging } from "../kit/contract";
import { anyRecord, Count } from "./contract.records";

export const appointmentStates = ["scheduled", "done", "cancelled"] as const;

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
});
export type Appointment = z.infer<typeof Appointment>;

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
