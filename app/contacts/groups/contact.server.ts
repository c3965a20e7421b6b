import type { Contact } from "../../../services/messaging/contract.contacts";
import type { ServiceClients } from "../../../services/modules";
import { parseSearch } from "../../kit/list";
import type {} from "../../shell/context.server";
import { expectStatus } from "../../shell/page.server";
import { members } from "../contact-group.details.list";

/**
 * The contact that a drawer edits.
 * @throws Response 404
 */
export async function loadContact(api: ServiceClients, url: URL, contactId: number): Promise<Contact> {
  const { id } = parseSearch(members, url);
  return expectStatus(await api.messaging.contact({ params: { id, contact_id: contactId } }), 200);
}
