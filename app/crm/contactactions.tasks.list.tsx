import { useLocation } from "@remix-run/react";
import { z } from "zod";
import { headSort } from "../../rules/list-orders";
import { type Task, taskCalls } from "../../services/crm/contract.tasks";
import { href } from "../href";
import { list } from "../kit/lists/definition";
import { Link } from "../kit/ui/link";
import { Status } from "../kit/ui/status";
import { RowLink } from "../kit/ui/table";
import { recordHref } from "./record/places";
import { taskActions } from "./tasks/task-bulk";
import { DueTime } from "./tasks/task-line";

function taskState({ done_at, due_at }: Task, now: number) {
  if (done_at) return { kind: "good", word: "Done" } as const;
  return Date.parse(due_at) <= now
    ? ({ kind: "bad", word: "Late" } as const)
    : ({ kind: "info", word: "Open" } as const);
}

/** Opens a task over the list as it is. */
function TaskLink({ task: { id, title } }: { task: Task }) {
  const { search } = useLocation();
  return <RowLink to={`${href("/crm/contactactions/tasks/:id", { id })}${search}`}>{title}</RowLink>;
}

/** Tasks of all whose tasks the viewer may see. */
export const tasks = list({
  path: "/crm/contactactions/tasks",
  file: "tasks",
  noun: ["task", "tasks"],
  search: z.object(taskCalls.tasks.query.shape),
  find: "Task, note, lead, contact or deal",
  async facts({ api }) {
    const managers = await api.crm.salesManagers({});
    return { people: managers.status === 200 ? managers.body.data : [] };
  },
  rows: ({ api }, query) => api.crm.tasks({ query }),
  filters: ({ people }) => [
    {
      ...{ name: "when", label: "Which", none: "open" },
      choices: [
        { value: "open", label: "Open" },
        { value: "late", label: "Late" },
        { value: "done", label: "Done" },
      ],
    },
    {
      ...{ name: "owner", label: "Of" },
      choices: [{ value: "me", label: "Me" }, ...people.map(({ id, name }) => ({ value: id, label: name }))],
    },
    { name: "record", label: "Record", linked: true },
    { name: "done_from", label: "Done from", linked: true },
    { name: "done_until", label: "Done until", linked: true },
  ],
  columns: ({ zone, now }) => [
    {
      ...{ name: "title", label: "Task", fixed: true, mobileOrder: 1, wide: true },
      sort: headSort("tasks", "title"),
      value: (task: Task) => task.title,
      cell: (task) => <TaskLink task={task} />,
    },
    {
      ...{ name: "due", label: "Due", mobileOrder: 3 },
      sort: headSort("tasks", "due"),
      value: ({ due_at, due_on }) => due_on ?? due_at,
      cell: (task) => <DueTime task={task} zone={zone} />,
    },
    {
      ...{ name: "about", label: "About", mobileOrder: 4 },
      value: ({ record }) => record?.name ?? "",
      cell: ({ record }) =>
        record && (
          <Link className="link" to={recordHref(record)}>
            {record.name}
          </Link>
        ),
    },
    {
      ...{ name: "user", label: "Of", muted: true, mobileOrder: 5 },
      sort: headSort("tasks", "user"),
      value: ({ user_name }) => user_name,
    },
    {
      ...{ name: "state", label: "State", alignEnd: true, mobileOrder: 2 },
      value: (task) => taskState(task, now).word,
      cell: (task) => {
        const { kind, word } = taskState(task, now);
        return <Status kind={kind}>{word}</Status>;
      },
    },
    { name: "note", label: "Note", extra: true, value: ({ note }) => note },
    { name: "done", label: "Done at", extra: true, value: ({ done_at }) => done_at },
    { name: "by", label: "Added by", extra: true, value: ({ by }) => by },
    { name: "id", label: "Id", extra: true, num: true, value: ({ id }) => id },
  ],
  id: ({ id }) => String(id),
  version: ({ done_at, due_at, user_id }) => `${done_at} ${due_at} ${user_id}`,
  called: ({ title }) => title,
  bulk: taskActions,
});
