import { useActionData, useLoaderData } from "@remix-run/react";
import { TaskDrawer } from "../tasks/task-drawer";
import type { newTaskAction, newTaskLoader } from "./new-task.server";
import { recordHref } from "./places";

/** A new task about a record. */
export function NewTaskDrawer() {
  const { record, people } = useLoaderData<ReturnType<typeof newTaskLoader>>();
  const last = useActionData<ReturnType<typeof newTaskAction>>();
  return (
    <TaskDrawer
      title="New task"
      submitLabel="Add the task"
      close={recordHref(record)}
      people={people}
      last={last}
      lead={
        <p>
          About <b className="font-medium wrap-anywhere">{record.name}</b>
        </p>
      }
    />
  );
}
