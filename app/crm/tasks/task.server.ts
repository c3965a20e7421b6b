import { z } from "zod";
import { dueFields, parseDue } from "../../../rules/crm-tasks";
import type { Task } from "../../../services/crm/contract.tasks";
import { href } from "../../href";
import { typedText } from "../../kit/typed-fields";

/** The list of tasks as it was behind a drawer or a button: its address's search is kept. */
export function tasksHref(search: string): string {
  const query = new URLSearchParams(search);
  for (const name of ["index", "_routes"]) query.delete(name);
  const list = href("/crm/contactactions/tasks");
  return query.size > 0 ? `${list}?${query}` : list;
}

/** Whom a task can be given to: the others of the account, and whoever has it although they are none of them. */
export function taskPeople(
  known: readonly { id: string; name: string }[],
  viewer: { id: string },
  task?: Pick<Task, "user_id" | "user_name">,
): { id: string; name: string }[] {
  const others = known.filter(({ id }) => id !== viewer.id);
  const owner = task?.user_id ?? viewer.id;
  const there = owner === viewer.id || others.some(({ id }) => id === owner);
  return there ? others : [...others, { id: owner, name: task?.user_name || owner }];
}

/** What is typed of a task, on the clock of whoever types it. */
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
  return { title, note, due_at: found.due.toISOString(), due_on: found.due_on, user_id: user_id || null };
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
export function taskValues(task: Task, viewer: { id: string; time_zone: string }) {
  const { title, note, due_at, due_on, user_id } = task;
  const due = dueFields(viewer.time_zone, { due: new Date(due_at), due_on });
  return { title, note, ...due, user_id: user_id === viewer.id ? "" : (user_id ?? "") };
}
