import { kindWords } from "../../../rules/crm";
import type { CrmRecord } from "../../../services/crm/contract.records";
import type { Task } from "../../../services/crm/contract.tasks";
import { href } from "../../href";
import { Card, CardHead } from "../../kit/ui/card";
import { Link } from "../../kit/ui/link";
import { TaskLine } from "../tasks/task-line";
import { newRequestHref, newTaskHref } from "./places";

type TasksCardProps = {
  record: Pick<CrmRecord, "kind" | "id">;
  tasks: readonly Task[];
  zone: string;
  now: number;
};

/** The open tasks about a record, and the way to a new one. */
export function TasksCard({ record, tasks, zone, now }: TasksCardProps) {
  return (
    <Card label="Tasks">
      <CardHead title="Tasks">
        <span className="ml-auto flex flex-wrap gap-x-4 text-sm">
          <Link className="link inline-flex min-h-6 items-center" to={newRequestHref(record)} preventScrollReset>
            New request
          </Link>
          <Link className="link inline-flex min-h-6 items-center" to={newTaskHref(record)} preventScrollReset>
            New task
          </Link>
        </span>
      </CardHead>
      {tasks.length === 0 ? (
        <p className="p-4 text-quiet">
          Nothing to do.{" "}
          <Link className="link" to={href("/crm/contactactions/tasks", undefined, { record: record.id, when: "done" })}>
            What is done
          </Link>
        </p>
      ) : (
        <>
          <ul className="divide-y divide-line">
            {tasks.map((task) => (
              <TaskLine key={task.id} task={task} zone={zone} now={now} back="record" />
            ))}
          </ul>
          <p className="border-t border-line px-4 py-2.5 text-sm">
            <Link className="link" to={href("/crm/contactactions/tasks", undefined, { record: record.id })}>
              All tasks about this {kindWords[record.kind][0]}
            </Link>
          </p>
        </>
      )}
    </Card>
  );
}
