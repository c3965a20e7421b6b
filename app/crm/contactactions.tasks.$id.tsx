// /crm/contactactions/tasks/:id - one task: what it says, to be changed (drawer)
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { id as idOf } from "../../services/kit/contract";
import { href } from "../href";
import { Link } from "../kit/ui/link";
import { act, done, expectStatus, page } from "../shell/page.server";
import { recordHref } from "./record/places";
import { atDay, noDue, TaskFields, taskBody, taskPeople, tasksHref, taskValues } from "./tasks/task.server";
import { TaskDrawer } from "./tasks/task-drawer";

const path = "/crm/contactactions/tasks/:id";
const list = "/crm/contactactions/tasks";

export const loader = page(path, async ({ api, params, viewer }) => {
  const id = idOf.safeParse(params.id).data ?? 0;
  const [task, managers] = await Promise.all([api.crm.task({ params: { id } }), api.crm.salesManagers({})]);
  const found = expectStatus(task, 200);
  return {
    task: found,
    held: taskValues(found, viewer),
    people: taskPeople(managers.status === 200 ? managers.body.data : [], viewer, found),
  };
});

export const action = act(path, TaskFields, async ({ api, params, url, value, viewer, refuse, from }) => {
  const id = idOf.safeParse(params.id).data ?? 0;
  const body = taskBody(value, viewer.time_zone);
  if (!body) return refuse({ status: 422, ...noDue });
  const answer = await api.crm.updateTask({ params: { id }, body });
  if (answer.status !== 201) return refuse({ ...answer.body, errors: atDay(answer.body.errors) });
  return done(from, tasksHref(url.search), "Task saved");
});

export default function ChangeTask() {
  const { task, held, people } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { search } = useLocation();
  const { record, by, done_at, done_by } = task;
  return (
    <TaskDrawer
      key={task.id}
      title="Task"
      submitLabel="Save the task"
      close={`${href(list)}${search}`}
      held={held}
      people={people}
      last={last}
      lead={
        <>
          {record && (
            <p>
              About{" "}
              <Link className="link wrap-anywhere" to={recordHref(record)}>
                {record.name}
              </Link>
            </p>
          )}
          {by && <p className="text-sm text-quiet">Added by {by}.</p>}
          {done_at && <p className="text-sm text-quiet">Done{done_by && ` by ${done_by}`}.</p>}
        </>
      }
    />
  );
}
