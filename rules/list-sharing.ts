import type { Permission } from "./access";

/** Who shares a saved view of a list with everybody, besides those who may change the account's settings. */
const sharers: readonly (readonly [lists: string, permission: Permission])[] = [
  ["/ticketing/", "View tickets"],
  ["/chat/inbox", "Manage chat team"],
];

/** The permissions of which one is enough to share a view of the list and to delete a shared one. */
export function sharingPermissions(list: string): Permission[] {
  return ["Manage settings", ...sharers.flatMap(([lists, permission]) => (list.startsWith(lists) ? [permission] : []))];
}
