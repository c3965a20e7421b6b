import { Form, useLocation } from "@remix-run/react";
import { Check, Undo2 } from "lucide-react";
import { sayDay } from "../../../rules/calendar";
import type { Task } from "../../../services/crm/contract.tasks";
import { href } from "../../href";
import { DateTime } from "../../kit/date-time";
import { Button } from "../../kit/ui/button";
import { Link } from "../../kit/ui/link";
import { Status } from "../../kit/ui/status";
import { recordHref } from "../record/places";

/** When a task is due: a day, or a day and a time. */
export function DueTime({ task: { due_at, due_on }, zone }: { task: Pick<Task, "due_at" | "due_on">; zone: string }) {
  if (due_on === null) return <DateTime at={due_at} zone={zone} />;
  return <time dateTime={due_on}>{sayDay(due_on, "short")}</time>;
}

/** Where one is after a task was marked: a person's day, the list, or the page of its record. */
type Back = "day" | "tasks" | "record";

/** Says with one click that a task is done, or that it is not. */
export function DoneButton({ task, back, of = "" }: { task: Task; back: Back; of?: string }) {
  const done = task.done_at !== null;
  const { search } = useLocation();
  return (
    <Form method="post" action={href("/crm/contactactions/day")} preventScrollReset>
      <input type="hidden" name="task" value={task.id} />
      <input type="hidden" name="back" value={back} />
      {back === "tasks" ? (
        <input type="hidden" name="search" value={search} />
      ) : (
        <input type="hidden" name="of" value={of} />
      )}
      <Button
        name="intent"
        value={done ? "open" : "done"}
        icon={done ? Undo2 : Check}
        aria-label={`${done ? "Not done" : "Done"}: ${task.title}`}
      >
        {done ? "Not done" : "Done"}
      </Button>
    </Form>
  );
}

type TaskLineProps = { task: Task; zone: string; now: number; back: Back; of?: string };

/** A task in a list of lines, with what it is about unless the page is about that. */
export function TaskLine({ task, zone, now, back, of = "" }: TaskLineProps) {
  const { id, title, record, done_at, due_at, user_name } = task;
  return (
    <li className="flex items-start gap-3 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <Link className="link wrap-anywhere" to={href("/crm/contactactions/tasks/:id", { id })}>
          {title}
        </Link>
        <p className="flex flex-wrap gap-x-3 text-sm text-quiet">
          <DueTime task={task} zone={zone} />
          {record && back !== "record" && (
            <Link className="link wrap-anywhere" to={recordHref(record)}>
              {record.name}
            </Link>
          )}
          {user_name && back === "record" && <span>{user_name}</span>}
          {!done_at && Date.parse(due_at) <= now && <Status kind="bad">Late</Status>}
        </p>
      </div>
      <DoneButton task={task} back={back} of={of} />
    </li>
  );
}
