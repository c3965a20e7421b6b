// /crm/contactactions/tasks - what is to be done, about leads, contacts and deals or about none
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { ListTodo, Plus, Sun } from "lucide-react";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { tasks } from "./contactactions.tasks.list";
import { DoneButton } from "./tasks/task-line";

export const meta = titled("Tasks");

export const loader = listLoader("/crm/contactactions/tasks", tasks);

export default function Tasks() {
  const found = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const add = (
    <LinkButton
      to={`${href("/crm/contactactions/tasks/new")}${search}`}
      variant="primary"
      icon={Plus}
      preventScrollReset
    >
      New task
    </LinkButton>
  );
  return (
    <>
      <ListPage
        list={tasks}
        found={found}
        text="What is to be done, and until when. You see your own tasks and those about records that you may see."
        actions={
          <>
            <LinkButton to={href("/crm/contactactions/day")} icon={Sun}>
              My day
            </LinkButton>
            {add}
          </>
        }
        action={(task) => <DoneButton task={task} back="tasks" />}
        empty={{
          icon: ListTodo,
          title: "No tasks",
          text: "Add one here, or on the page of a lead, a contact or a deal.",
          actions: add,
        }}
      />
      <Outlet />
    </>
  );
}
