import { z } from "zod";
import { paging } from "../../services/kit/contract";
import { type ContactGroup, groupTypes } from "../../services/messaging/contract.contacts";
import { list } from "../kit/list";

export const groupTypeNames: Record<ContactGroup["type"], string> = { sms: "SMS", email: "Email", airtime: "Airtime" };

/** Every contact group of the account with its count. */
export const allGroups = list({
  file: "all-contact-groups",
  search: z.object({
    ...paging,
    q: z.string().max(100).catch("").default(""),
    type: z.enum(groupTypes).optional().catch(undefined),
  }),
  rows: (api, search) => api.messaging.groups({ query: search }),
  columns: {
    Group: (group: ContactGroup) => group.name,
    Type: (group) => groupTypeNames[group.type],
    Contacts: (group) => group.contacts,
    "Merge fields": (group) => group.field_names.length,
    Created: (group) => group.created_at,
  },
});
