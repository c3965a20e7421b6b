import type { Contact } from "../../services/messaging/contract.contacts";
import { searchOf } from "../kit/list";
import type { Ask } from "../shell/context.server";
import { need } from "../shell/page.server";
import { members } from "./members.list";

/**
 * The contact that a drawer edits.
 * @throws Response 404
 */
export async function contactOf(ask: Ask, url: URL, contactId: number): Promise<Contact> {
  const { id } = searchOf(members, url);
  return need(await ask.messaging.contact({ params: { id, contact_id: contactId } }), 200);
}
