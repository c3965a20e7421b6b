import { migrateSchemas } from "./kit/migrate";
import { modules } from "./modules";

/** The schemas and the folder in services/ of each; the kit's own (the event log, the activities) is named events. */
export const schemas: Readonly<Record<string, string>> = {
  events: "kit",
  ...Object.fromEntries(Object.keys(modules).map((name) => [name, name])),
};

/**
 * Brings the database up to date.
 * @param wanted of which migrations (`chat/001_chat`): all of them, unless a test makes the database of an older version
 * @returns the migrations that were applied
 */
export function migrate(url: string, wanted?: (name: string) => boolean): Promise<string[]> {
  return migrateSchemas(url, schemas, wanted);
}
