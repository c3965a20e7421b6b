import { z } from "zod";
import { type Call, id } from "../kit/contract";
import { contactCalls } from "./contract.contacts";

const { groups, allGroups, contacts, updateContact, deleteContact, addContacts } = contactCalls;

/** The contact-list calls at the paths of the specification, which shows no segment in front of them. */
export const contactListCalls = {
  contactList: { ...groups, path: "/list/" },
  allContactLists: { ...allGroups, path: "/all/" },
  contactListMembers: { ...contacts, path: "/{id}/contacts/" },
  updateListMember: { ...updateContact, path: "/{id}/update-contacts" },
  addListMembers: { ...addContacts, path: "/add-contacts" },
  deleteListMember: {
    method: "GET",
    path: "/{id}/delete-contacts/{contact_id}",
    summary: "Changes nothing: a link must not delete. Answers 405 with the call that does",
    needs: deleteContact.needs,
    params: deleteContact.params,
    answers: {},
  },
  removeContact: {
    method: "DELETE",
    path: "/contact-groups/{id}/contacts/{contact_id}",
    summary: "Take a contact out of a group",
    needs: deleteContact.needs,
    writes: true,
    params: z.object({ id, contact_id: id }),
    answers: deleteContact.answers,
  },
} as const satisfies Record<string, Call>;
