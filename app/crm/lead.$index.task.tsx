// /crm/lead/:index/task - a new task about a lead (drawer)
import { newTaskAction, newTaskLoader } from "./record/new-task.server";
import { NewTaskDrawer } from "./record/new-task-drawer";

export const loader = newTaskLoader("lead");

export const action = newTaskAction("lead");

export default function NewLeadTask() {
  return <NewTaskDrawer />;
}
