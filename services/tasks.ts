import type { Database } from "./kit/database";
import type { Tasks } from "./kit/jobs";
import type { ContactDeps } from "./messaging/contacts/service";
import { messagingTasks } from "./messaging/service";

/** What the queued jobs of all services need. */
export type TaskDeps = ContactDeps;

/** Every queued job there is, by its name. */
export function allTasks(database: Database, deps: TaskDeps): Tasks {
  return { ...messagingTasks(database, deps) };
}
