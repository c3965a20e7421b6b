import { showPhone } from "../../../rules/phone";
import type { CustomerEvent, CustomerTask } from "../../../services/kit/contract.customer";
import { CallLink } from "../../kit/call-link";
import { DateTime } from "../../kit/date-time";
import { Card, CardHead } from "../../kit/ui/card";
import { Link } from "../../kit/ui/link";
import { Status } from "../../kit/ui/status";
import { eventName, eventPlace, eventState, taskLabel, taskPlace } from "./labels";

type TasksProps = { tasks: readonly CustomerTask[]; phone: string | undefined; zone: string };

/** What waits to be done for the customer, the most urgent first. */
export function Tasks({ tasks, phone, zone }: TasksProps) {
  if (tasks.length === 0) return null;
  return (
    <Card label="To do">
      <CardHead title="To do" />
      <ul className="divide-y divide-line">
        {tasks.map((task) => {
          const { kind, word } = taskLabel(task);
          return (
            <li key={`${task.kind} ${task.record} ${task.since}`} className="px-4 py-2.5">
              <TaskLink task={task} place={taskPlace(task, phone)} />
              <p className="flex flex-wrap gap-x-2 text-sm text-quiet">
                <Status kind={kind}>{word}</Status>
                <DateTime at={task.since} zone={zone} />
              </p>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

/** A call is answered by calling. */
function TaskLink({ task, place }: { task: CustomerTask; place: string | undefined }) {
  if (place === undefined) return <CallLink phone={task.title} source="customer" />;
  return (
    <Link className="link wrap-anywhere" to={place}>
      {task.title || taskLabel(task).word}
    </Link>
  );
}

/** What happened with the customer, the newest first. */
export function Timeline({ events, zone }: { events: readonly CustomerEvent[]; zone: string }) {
  return (
    <ol className="divide-y divide-line">
      {events.map((event) => (
        <li
          key={`${event.at} ${event.kind} ${event.record}`}
          className="grid gap-x-4 gap-y-0.5 px-4 py-3 md:grid-cols-[170px_minmax(0,1fr)]"
        >
          <span className="text-sm text-quiet">
            <DateTime at={event.at} zone={zone} />
          </span>
          <Event event={event} />
        </li>
      ))}
    </ol>
  );
}

function Event({ event }: { event: CustomerEvent }) {
  const place = eventPlace(event);
  const state = eventState(event);
  const name = eventName(event);
  const title = /^\+\d+$/.test(event.title) ? showPhone(event.title) : event.title;
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2 text-sm">
        <b className="font-medium">{name}</b>
        {title && (
          <span className="wrap-anywhere">
            {place ? (
              <Link className="link" to={place}>
                {title}
                <span className="sr-only">, {name.toLowerCase()}</span>
              </Link>
            ) : (
              title
            )}
          </span>
        )}
        {state && <Status kind={state.kind}>{state.word}</Status>}
      </p>
      {event.text && <p className="wrap-anywhere whitespace-pre-wrap">{event.text}</p>}
      {event.by && <p className="text-sm text-quiet">{event.by}</p>}
    </div>
  );
}
