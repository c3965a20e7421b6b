import { returnPath } from "../../../rules/return-path";
import { runBases } from "./base";

const pages = runBases.map((base) => new RegExp(`^${base.replace(":id", "\\d+")}/contact-base$`));

/** The query that a contact base was left with for its upload; its page again is without it. */
export const uploadName = "contacts";

/**
 * The contact base that an upload of contacts leads back to: its page with what was filled in. Undefined for anything
 * but the page of a run.
 */
export function parseRunReturn(asked: string | null | undefined): string | undefined {
  if (!asked || returnPath(asked) !== asked) return undefined;
  const { pathname, search } = new URL(asked, "http://here.invalid");
  return pages.some((page) => page.test(pathname)) ? pathname + search : undefined;
}

/** The same page with a group chosen. */
export function withGroup(back: string, group: number): string {
  const [path, search] = back.split("?");
  const query = new URLSearchParams(search);
  query.set("group_id", String(group));
  return `${path}?${query}`;
}

/** The address of a contact base that an upload leads back to, from that of the upload. */
export function returnAddress(pathname: string, search: string): string {
  const query = new URLSearchParams(search);
  query.delete(uploadName);
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}
