import { href, type Query } from "../../href";
import type { Path } from "../../sitemap";

export type InboxPath = Extract<Path, `/chat/inbox${string}`>;

/** What the URL of the inbox says: the view, its filters, the open conversation. */
const kept = ["view", "q", "channel", "inbox", "label", "team", "priority", "select", "chat"] as const;

/** What a saved view does not keep. */
export const unsavedNames = [
  ...["select", "chat", "ids", "end", "drawer", "template", "find", "person", "before", "after", "fix", "delete"],
];

/** A link inside the inbox: view, filters and conversation stay unless the changes say otherwise. */
export function inboxHref(search: string, changes: Query = {}, path: InboxPath = "/chat/inbox"): string {
  const query = new URLSearchParams(search);
  const said: Query = Object.fromEntries(kept.map((name) => [name, query.get(name)]));
  return href<"/chat/inbox">(path as "/chat/inbox", undefined, { ...said, ...changes });
}
