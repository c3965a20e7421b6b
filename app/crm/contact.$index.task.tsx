// /crm/contact/:index/task - a new task about a contact (drawer)
import { newTaskAction, newTaskLoader } from "./record/new-task.server";
import { NewTaskDrawer } from "./record/new-task-drawer";

export const loader = newTaskLoader("contact");

export const action = newTaskAction("contact");

export default function NewContactTask() {
  return <NewTaskDrawer />;
}
