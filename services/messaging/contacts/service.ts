import type { FileReaderDeps } from "../../kit/contact-file/load";
import type { Database } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { messaging } from "../contract";
import type { contactCalls } from "../contract.contacts";
import type { expressCalls } from "../contract.express";
import type { contactListCalls } from "../contract.lists";
import type { memberCalls } from "../contract.members";
import { blacklistHandlers } from "./blacklist-handlers";
import { contactListHandlers } from "./contact-list-handlers";
import { emailMemberHandlers } from "./email-members";
import { expressHandlers } from "./express-handlers";
import { groupHandlers } from "./group-handlers";
import { importHandlers } from "./import-handlers";

export type ContactDeps = FileReaderDeps;

/** The contacts half of the messaging service: groups, contacts, imports, the blacklist and lists of express sends. */
export function contactHandlers(
  database: Database,
  deps: ContactDeps,
): Pick<
  Handlers<typeof messaging.calls>,
  keyof typeof contactCalls | keyof typeof contactListCalls | keyof typeof expressCalls | keyof typeof memberCalls
> {
  const groups = groupHandlers(database);
  return {
    ...groups,
    ...contactListHandlers(groups),
    ...emailMemberHandlers(database),
    ...importHandlers(database, deps),
    ...blacklistHandlers(database, deps),
    ...expressHandlers(database, deps),
  };
}
