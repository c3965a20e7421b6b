import type { Contact } from "../../services/messaging/contract.contacts";
import { searchOf } from "../kit/list";
import type { Ask } from "../shell/context.server";
import { need } from "../shell/page.server";
import { members } from "./members.list";

/** How far the newest contacts are searched when the list under the drawer has moved on. */
const newest = 500;

/**
 * The contact that a drawer edits. The contract has no call for one contact: it stands on the page of the list that
 * the drawer lies over, or, after that list has moved, among the newest.
 * @throws Response 404
 */
export async function contactOf(ask: Ask, url: URL, contactId: number): Promise<Contact> {
  const search = searchOf(members, url);
  for (const place of [search, { ...members.search.parse({}), id: search.id, per_page: newest }]) {
    const rows = need(await members.rows(ask, place), 200);
    const found = (rows.data as Contact[]).find((contact) => contact.contact_id === contactId);
    if (found) return found;
  }
  throw new Response("There is no such contact in this group.", { status: 404 });
}
