import { z } from "zod";
import { recordKinds } from "../../rules/crm";
import { listOrders } from "../../rules/list-orders";
import { type Call, day, id, pageSchema, paging } from "../kit/contract";
import { Appointment } from "./contract.appointments";
import { anyRecord, Count } from "./contract.records";

export const Task = z.object({
  id: Count,
  record: z.object({ id: Count, kind: z.enum(recordKinds), name: z.string() }).nullable(),
  title: z.string(),
  note: z.string(),
  due_at: z.string(),
  /** Due on a day, at no time of it: `due_at` is when the day ends on the clock of whoever said so. */
  due_on: z.string().nullable(),
  user_id: z.string().nullable(),
  user_name: z.string(),
  done_at: z.string().nullable(),
  done_by: z.string(),
  by: z.string(),
});
export type Task = z.infer<typeof Task>;

export const taskInstant = z.iso
  .datetime({ offset: true, error: "Choose a day." })
  // Only what the database can keep, in the one way in which it reads every offset.
  .refine((at) => Date.parse(at) >= 0 && Date.parse(at) < Date.UTC(9999, 11, 31), "Choose a day.")
  .transform((at) => new Date(at).toISOString());

const fields = {
  title: z.string().trim().min(1, "Say what is to be done.").max(200, "At most 200 characters."),
  note: z.string().trim().max(2000, "At most 2,000 characters.").default(""),
  due_at: taskInstant,
  due_on: z.iso.date("Choose a day.").nullable().default(null),
  /** Whose it is; null: of who adds it. */
  user_id: z.string().max(60).nullable().default(null),
};

/** "me", or a user's id. */
const owner = z.string().max(60).optional().catch(undefined);

/**
 * Tasks about records that one may see, and one's own; those about none are seen by who added them too. Whoever sees a
 * task may change it. The specification has no call for them.
 */
export const taskCalls = {
  tasks: {
    method: "GET",
    path: "/tasks",
    summary: "Tasks: open ones by when they are due, late ones alone, or those that are done, the last one first",
    needs: anyRecord,
    query: z.object({
      ...paging,
      /** What is to be done, its note, and the record that it is about. */
      q: z.string().trim().max(100).default("").catch(""),
      /** By when they are due unless it is said, those that are done by when that was. */
      sort: z.enum(listOrders.tasks).optional().catch(undefined),
      record: id.optional().catch(undefined),
      owner,
      when: z.enum(["open", "late", "done"]).default("open").catch("open"),
      /** The days on which they were done, on the account's clock. */
      done_from: day,
      done_until: day,
    }),
    answers: { 200: pageSchema(Task) },
  },
  task: {
    method: "GET",
    path: "/tasks/{id}",
    summary: "One task",
    needs: anyRecord,
    params: z.object({ id }),
    answers: { 200: Task },
  },
  dayTasks: {
    method: "GET",
    path: "/day-tasks",
    summary: "What a person has to do until an instant: open tasks, those done since another one, and appointments",
    needs: anyRecord,
    query: z.object({ owner, since: taskInstant, until: taskInstant }),
    answers: {
      200: z.object({
        /** The first ones; `more` says that there are others. */
        open: z.array(Task),
        more: z.boolean(),
        done: z.array(Task),
        appointments: z.array(Appointment),
      }),
    },
  },
  addTask: {
    method: "POST",
    path: "/tasks",
    summary: "Add a task, about a record or about none",
    needs: anyRecord,
    writes: true,
    body: z.strictObject({ ...fields, record_id: id.nullable().default(null) }),
    answers: { 201: Task },
  },
  updateTask: {
    method: "PUT",
    path: "/tasks/{id}",
    summary: "Change a task, or give it to someone else",
    needs: anyRecord,
    writes: true,
    params: z.object({ id }),
    body: z.strictObject(fields),
    answers: { 201: Task },
  },
  completeTask: {
    method: "POST",
    path: "/tasks/{id}/done",
    summary: "Say that a task is done, or that it is not",
    needs: anyRecord,
    writes: true,
    params: z.object({ id }),
    body: z.strictObject({ done: z.boolean().default(true) }),
    answers: { 201: Task },
  },
} as const satisfies Record<string, Call>;
