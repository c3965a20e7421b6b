import { problem } from "../../kit/contract";
import type { Handlers } from "../../kit/serve";
import type { messaging } from "../contract";
import type { contactCalls } from "../contract.contacts";
import type { contactListCalls } from "../contract.lists";

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
    contactList: same(handlers.groups),
    allContactLists: same(handlers.allGroups),
    contactListMembers: same(handlers.contacts),
    updateListMember: same(handlers.updateContact),
    addListMembers: same(handlers.addContacts),
    removeContact: same(handlers.deleteContact),
    async deleteListMember({ params: { id, contact_id } }) {
      return problem(405, `Use DELETE /api/messaging/contact-groups/${id}/contacts/${contact_id}.`);
    },
  };
}

/** The calls differ in their path alone, at which no handler looks. */
function same<Handler>(handler: GroupHandlers[keyof GroupHandlers]): Handler {
  return handler as Handler;
}
