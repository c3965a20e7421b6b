import { z } from "zod";
import { dueFields, parseDue } from "../../../rules/crm-tasks";
import type { Task } from "../../../services/crm/contract.tasks";
import { typedText } from "../../kit/typed-fields";

/** What is typed of a task, on the account's clock. A task that is there can be marked as done, or opened again. */
export const TaskFields = z.object({
  title: typedText,
  note: typedText,
  day: typedText,
  time: typedText,
  user_id: typedText,
});

/** The fields as the calls take them; nothing when there is no such day or time. */
export function taskBody({ title, note, day, time, user_id }: z.output<typeof TaskFields>, zone: string) {
  const found = parseDue(zone, { day, time });
  if (!found) return undefined;
  return { title, note, due_at: found.due.toISOString(), all_day: found.all_day, user_id: user_id || null };
}

/** What is said when day and time are none. */
export const noDue = { message: "Please correct the marked fields.", errors: { day: ["Choose a day."] } };

/** The service's words for the moment, at the day of the form. */
export function atDay(errors: Record<string, string[]> | undefined): Record<string, string[]> | undefined {
  if (!errors?.due_at) return errors;
  const { due_at: day, ...others } = errors;
  return { ...others, day };
}

/** A task as its form begins. */
export function taskValues(task: Task, zone: string) {
  const { title, note, due_at, all_day, user_id } = task;
  return { title, note, ...dueFields(zone, { due: new Date(due_at), all_day }), user_id: user_id ?? "" };
}
