import { CalendarClock, Check, UserCheck } from "lucide-react";
import { addDays, dayIn } from "../../../rules/calendar";
import { endOfDay } from "../../../rules/crm-tasks";
import type { Task } from "../../../services/crm/contract.tasks";
import type { BulkAction } from "../../kit/lists/definition";
import type { Choice } from "../../kit/ui/field";
import { changeItems, undoChanges } from "../record/bulk";

const item = { id: ({ id }: Task) => id, called: ({ title }: Task) => title };

/** Days from today on which tasks can be due, many at once. */
const dueDays: readonly Choice[] = [
  { value: "0", label: "Today" },
  { value: "1", label: "Tomorrow" },
  { value: "2", label: "In 2 days" },
  { value: "3", label: "In 3 days" },
  { value: "7", label: "In a week" },
  { value: "14", label: "In 2 weeks" },
  { value: "30", label: "In 30 days" },
];

const finisher: BulkAction<Task> = {
  name: "done",
  label: "Done",
  icon: Check,
  ask: (count) => ({
    title: `Mark ${count} as done?`,
    text: "They leave the open tasks. Tasks that are done already stay as they are.",
    button: "Mark as done",
  }),
  run: (asked, rows) => changeItems(asked, rows, item, { what: "task done" }),
  told: (count) => `${count} done.`,
  undo: { run: undoChanges, told: (count) => `${count} open as before.` },
};

/** On the clock of whoever chooses the day. */
function mover({ zone, now }: { zone: string; now: number }): BulkAction<Task> {
  const called = (value = "") => dueDays.find((one) => one.value === value)?.label.toLowerCase() ?? "another day";
  return {
    name: "due",
    label: "Due",
    icon: CalendarClock,
    fields: [{ name: "day", label: "Day", choices: dueDays }],
    ask: (count, { values: { day } }) => ({
      title: `Make ${count} due ${called(day)}?`,
      text: "They are due on that day, at no set time.",
      button: "Change the due date",
    }),
    run: (asked, rows, { day = "0" }) => {
      const due_on = addDays(dayIn(zone, new Date(now)), Number(day));
      const due_at = endOfDay(zone, due_on)?.toISOString() ?? "";
      return changeItems(asked, rows, item, { what: "task due", due_at, due_on });
    },
    told: (count) => `${count} due on another day.`,
    undo: { run: undoChanges, told: (count) => `${count} due as before.` },
  };
}

function giver(people: readonly { id: string; name: string }[]): BulkAction<Task> {
  const choices = people.map(({ id, name }) => ({ value: id, label: name }));
  const called = (value = "") => choices.find((one) => one.value === value)?.label ?? "another person";
  return {
    name: "give",
    label: "Person",
    icon: UserCheck,
    fields: [{ name: "person", label: "Person", choices }],
    ask: (count, { values: { person } }) => ({
      title: `Give ${count} to ${called(person)}?`,
      text: `${called(person)} is notified, unless it is you.`,
      button: `Give to ${called(person)}`,
    }),
    run: (asked, rows, { person = "" }) => changeItems(asked, rows, item, { what: "task owner", user_id: person }),
    told: (count) => `${count} given.`,
    undo: { run: undoChanges, told: (count) => `${count} got the person back.` },
  };
}

/** What can be done with several tasks. */
export function taskActions(facts: { people: readonly { id: string; name: string }[]; zone: string; now: number }) {
  return [finisher, mover(facts), giver(facts.people)];
}
