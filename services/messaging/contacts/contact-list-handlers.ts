import { problem } from "../../kit/contract";
import type { Handlers } from "../../kit/serve";
import type { messaging } from "../contract";
import type { contactListCalls } from "../contract.contact-list";
import type { contactCalls } from "../contract.contacts";

type GroupHandlers = Pick<
  Handlers<typeof messaging.calls>,
  Extract<
    keyof typeof contactCalls,
    "groups" | "allGroups" | "contacts" | "updateContact" | "deleteContact" | "addContacts"
  >
>;

/** The same calls at the paths of the specification. */
export function contactListHandlers(
  handlers: GroupHandlers,
): Pick<Handlers<typeof messaging.calls>, keyof typeof contactListCalls> {
  return {
    contactList: handlers.groups,
    allContactLists: handlers.allGroups,
    contactListMembers: handlers.contacts,
    updateListMember: handlers.updateContact,
    addListMembers: handlers.addContacts,
    removeContact: handlers.deleteContact,
    async deleteListMember({ params: { id, contact_id } }) {
      return problem(405, `Use DELETE /api/messaging/contact-groups/${id}/contacts/${contact_id}.`);
    },
  };
}
