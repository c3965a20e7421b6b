// /crm/deal/:index/task - a new task about a deal (drawer)
import { newTaskAction, newTaskLoader } from "./record/new-task.server";
import { NewTaskDrawer } from "./record/new-task-drawer";

export const loader = newTaskLoader("deal");

export const action = newTaskAction("deal");

export default function NewDealTask() {
  return <NewTaskDrawer />;
}
