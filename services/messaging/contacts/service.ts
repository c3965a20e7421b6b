import type { Database } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { messaging } from "../contract";
import type { contactCalls } from "../contract.contacts";
import { blacklistHandlers } from "./blacklist-handlers";
import { groupHandlers } from "./group-handlers";
import { importHandlers } from "./import-handlers";
import type { ImportDeps } from "./import-run";

export type ContactDeps = ImportDeps;

/** The contacts half of the messaging service: groups, contacts, imports and the blacklist. */
export function contactHandlers(
  database: Database,
  deps: ContactDeps,
): Pick<Handlers<typeof messaging.calls>, keyof typeof contactCalls> {
  return {
    ...groupHandlers(database),
    ...importHandlers(database, deps),
    ...blacklistHandlers(database, deps),
  };
}
