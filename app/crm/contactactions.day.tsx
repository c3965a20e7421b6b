// /crm/contactactions/day - what a person has to do: late, today and in the next seven days, with the appointments of these days (?of=)
import { Form, useLoaderData } from "@remix-run/react";
import { ListTodo, Plus } from "lucide-react";
import { z } from "zod";
import { type DayPart, dayPart, daySpan } from "../../rules/crm-tasks";
import type { Appointment } from "../../services/crm/contract.appointments";
import type { Task } from "../../services/crm/contract.tasks";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { titled } from "../kit/title";
import { typedId, typedText } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Select } from "../kit/ui/field";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page, warnThere } from "../shell/page.server";
import { recordHref } from "./record/places";
import { tasksHref } from "./tasks/task.server";
import { TaskLine } from "./tasks/task-line";

const path = "/crm/contactactions/day";

export const meta = titled("My day");

type DayEntry = { at: string } & ({ task: Task } | { appointment: Appointment });

export const loader = page(path, async ({ api, url, viewer }) => {
  const now = new Date();
  const span = daySpan(viewer.time_zone, now);
  const of = (url.searchParams.get("of") ?? "").slice(0, 60);
  const query = { since: span.begins.toISOString(), until: span.week.toISOString(), owner: of || "me" };
  const [day, managers] = await Promise.all([api.crm.dayTasks({ query }), api.crm.salesManagers({})]);
  const { open, more, done: ended, appointments } = expectStatus(day, 200);
  const parts: Record<DayPart, DayEntry[]> = { late: [], today: [], week: [] };
  for (const task of open)
    parts[dayPart({ due: new Date(task.due_at), due_on: task.due_on }, span, now)].push({ at: task.due_at, task });
  for (const appointment of appointments) {
    const at = appointment.starts_at;
    // What has begun is not late.
    parts[new Date(at) <= span.today ? "today" : "week"].push({ at, appointment });
  }
  for (const entries of Object.values(parts)) entries.sort((one, other) => (one.at < other.at ? -1 : 1));
  const people = managers.status === 200 ? managers.body.data : [];
  return {
    ...{ parts, more, ended, of, zone: viewer.time_zone, now: now.getTime() },
    own: !viewer.delegation,
    people: people.filter(({ id }) => id !== viewer.id),
  };
});

/** A click on a task, from here, from the list or from the page of a record: one goes back there. */
const DoneFields = z.object({
  intent: z.enum(["done", "open"]).default("done"),
  task: typedId,
  back: z.enum(["day", "tasks", "record"]).default("day").catch("day"),
  of: typedText,
  search: typedText,
});

export const action = act(path, DoneFields, async ({ api, value: { intent, task: id, back, of, search }, from }) => {
  const day = href(path, undefined, of ? { of } : undefined);
  const answer = await api.crm.completeTask({ params: { id }, body: { done: intent === "done" } });
  if (answer.status !== 201) return warnThere(from, day, answer.body.message);
  const { record } = answer.body;
  const to = back === "record" && record ? recordHref(record) : back === "tasks" ? tasksHref(search) : day;
  return done(from, to, intent === "done" ? "The task is done." : "The task is open again.", "Task");
});

const partNames: Record<DayPart, string> = { late: "Late", today: "Today", week: "Next seven days" };
const partEmpty: Record<DayPart, string> = {
  late: "Nothing is late.",
  today: "Nothing more for today.",
  week: "Nothing is planned.",
};

export default function MyDay() {
  const { parts, more, ended, of, own, people, zone, now } = useLoaderData<typeof loader>();
  const nothing = ended.length === 0 && Object.values(parts).every((entries) => entries.length === 0);
  const add = (
    <LinkButton to={href("/crm/contactactions/tasks/new")} variant="primary" icon={Plus}>
      New task
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title="My day"
        text="Tasks and appointments: what is late, what is of today, and what comes in the next seven days."
        actions={
          <>
            {own && <LinkButton to={href("/crm/contactactions/feed")}>Calendar on your phone</LinkButton>}
            <LinkButton to={href("/crm/contactactions/tasks")}>All tasks</LinkButton>
            {add}
          </>
        }
      />
      {people.length > 0 && (
        <Form method="get" className="mb-4 flex flex-wrap items-end gap-2">
          <Select
            key={of}
            id="of"
            name="of"
            label="Whose day"
            empty="Me"
            className="w-60 max-w-full"
            defaultValue={of}
            choices={people.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <Button>Show</Button>
        </Form>
      )}
      {nothing ? (
        <Card label="Tasks and appointments">
          <EmptyState
            icon={ListTodo}
            title="Nothing to do"
            text="Tasks and appointments of these days appear here. Add a task here, or on the page of a lead, a contact or a deal."
            actions={add}
          />
        </Card>
      ) : (
        <div className="grid max-w-[900px] grid-cols-1 gap-4">
          {(["late", "today", "week"] as const).map((part) => (
            <Card key={part} label={partNames[part]}>
              <CardHead title={partNames[part]} count={String(parts[part].length)} />
              {parts[part].length === 0 ? (
                <p className="p-4 text-quiet">{partEmpty[part]}</p>
              ) : (
                <ul className="divide-y divide-line">
                  {parts[part].map((entry) =>
                    "task" in entry ? (
                      <TaskLine key={`t${entry.task.id}`} task={entry.task} zone={zone} now={now} back="day" of={of} />
                    ) : (
                      <AppointmentLine key={`a${entry.appointment.id}`} appointment={entry.appointment} zone={zone} />
                    ),
                  )}
                </ul>
              )}
            </Card>
          ))}
          {more && (
            <p className="text-sm text-quiet">
              There are more than 200 tasks.{" "}
              <Link className="link" to={href("/crm/contactactions/tasks", undefined, { owner: of || "me" })}>
                All of them
              </Link>
            </p>
          )}
          {ended.length > 0 && (
            <Card label="Done today">
              <CardHead title="Done today" count={String(ended.length)} />
              <ul className="divide-y divide-line">
                {ended.map((task) => (
                  <TaskLine key={task.id} task={task} zone={zone} now={now} back="day" of={of} />
                ))}
              </ul>
            </Card>
          )}
        </div>
      )}
    </>
  );
}

function AppointmentLine({ appointment, zone }: { appointment: Appointment; zone: string }) {
  const { id, title, place, record, starts_at } = appointment;
  return (
    <li className="px-4 py-2.5">
      <Link className="link wrap-anywhere" to={href("/crm/contactactions/:id", { id })}>
        {title}
      </Link>
      <p className="flex flex-wrap gap-x-3 text-sm text-quiet">
        <span>
          Appointment, <DateTime at={starts_at} zone={zone} />
        </span>
        {place && <span>{place}</span>}
        <Link className="link wrap-anywhere" to={recordHref(record)}>
          {record.name}
        </Link>
      </p>
    </li>
  );
}
