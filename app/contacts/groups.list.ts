import { z } from "zod";
import { paging } from "../../services/kit/contract";
import { type ContactGroup, groupTypes } from "../../services/messaging/contract.contacts";
import { list } from "../kit/list";

export const groupTypeNames: Record<ContactGroup["type"], string> = { sms: "SMS", email: "Email", airtime: "Airtime" };

export const groups = list({
  file: "contact-groups",
  search: z.object({
    ...paging,
    q: z.string().max(100).catch("").default(""),
    type: z.enum(groupTypes).optional().catch(undefined),
  }),
  rows: (api, search) => api.messaging.groups({ query: search }),
  columns: {
    Name: (group: ContactGroup) => group.name,
    Type: (group) => group.type,
    Contacts: (group) => group.contacts,
    "Merge fields": (group) => group.field_names.join(", "),
    Created: (group) => group.created_at,
  },
});
