// /crm/contactactions/tasks/new - a task about no record (drawer)
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { href } from "../href";
import { act, done, page } from "../shell/page.server";
import { atDay, noDue, TaskFields, taskBody, taskPeople, tasksHref } from "./tasks/task.server";
import { TaskDrawer } from "./tasks/task-drawer";

const path = "/crm/contactactions/tasks/new";
const list = "/crm/contactactions/tasks";

export const loader = page(path, async ({ api, viewer }) => {
  const managers = await api.crm.salesManagers({});
  return { people: taskPeople(managers.status === 200 ? managers.body.data : [], viewer) };
});

export const action = act(path, TaskFields, async ({ api, url, value, viewer, refuse, from }) => {
  const body = taskBody(value, viewer.time_zone);
  if (!body) return refuse({ status: 422, ...noDue });
  const answer = await api.crm.addTask({ body });
  if (answer.status !== 201) return refuse({ ...answer.body, errors: atDay(answer.body.errors) });
  return done(from, tasksHref(url.search), "Task added");
});

export default function NewTask() {
  const { people } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { search } = useLocation();
  return (
    <TaskDrawer
      title="New task"
      submitLabel="Add the task"
      close={`${href(list)}${search}`}
      people={people}
      last={last}
    />
  );
}
