import type { Database } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { messaging } from "../contract";
import type { contactCalls } from "../contract.contacts";
import type { expressCalls } from "../contract.express";
import type { contactListCalls } from "../contract.lists";
import { blacklistHandlers } from "./blacklist-handlers";
import { contactListHandlers } from "./contact-list-handlers";
import { expressHandlers } from "./express-handlers";
import { groupHandlers } from "./group-handlers";
import { importHandlers } from "./import-handlers";
import type { ImportDeps } from "./import-run";

export type ContactDeps = ImportDeps;

/** The contacts half of the messaging service: groups, contacts, imports, the blacklist and lists of express sends. */
export function contactHandlers(
  database: Database,
  deps: ContactDeps,
): Pick<
  Handlers<typeof messaging.calls>,
  keyof typeof contactCalls | keyof typeof contactListCalls | keyof typeof expressCalls
> {
  const groups = groupHandlers(database);
  return {
    ...groups,
    ...contactListHandlers(groups),
    ...importHandlers(database, deps),
    ...blacklistHandlers(database, deps),
    ...expressHandlers(database, deps),
  };
}
