import { z } from "zod";
import { commas } from "../../rules/format";
import { headSort, listOrders } from "../../rules/list-orders";
import { paging, sortOf } from "../../services/kit/contract";
import { type ContactGroup, groupTypes } from "../../services/messaging/contract.contacts";
import { missingAccess } from "../access";
import { href } from "../href";
import { list } from "../kit/lists/definition";
import { RowLink } from "../kit/ui/table";
import { routeFor } from "../sitemap";

export const groupTypeNames: Record<ContactGroup["type"], string> = { sms: "SMS", email: "Email", airtime: "Airtime" };

/** Every contact group of the account with its count. */
export const allGroups = list({
  path: "/dashboard/all-contacts-group",
  file: "all-contact-groups",
  noun: ["contact group", "contact groups"],
  search: z.object({
    ...paging,
    sort: sortOf(listOrders.groups),
    q: z.string().max(100).catch("").default(""),
    type: z.enum(groupTypes).optional().catch(undefined),
  }),
  find: "Group name",
  facts: async ({ viewer }) => ({ mayOpen: !missingAccess(viewer, routeFor("/contacts/contact-group/details")) }),
  rows: ({ api }, query) => api.messaging.groups({ query }),
  filters: () => [
    {
      name: "type",
      label: "Type",
      choices: Object.entries(groupTypeNames).map(([value, label]) => ({ value, label })),
    },
  ],
  columns: ({ mayOpen }) => [
    {
      ...{ name: "name", label: "Group", wide: true, mobileOrder: 1, fixed: true },
      sort: headSort("groups", "name"),
      value: ({ name }: ContactGroup) => name,
      cell: ({ id, name }) =>
        mayOpen ? <RowLink to={href("/contacts/contact-group/details", undefined, { id })}>{name}</RowLink> : name,
    },
    { name: "type", label: "Type", alignEnd: true, mobileOrder: 2, value: ({ type }) => groupTypeNames[type] },
    {
      ...{ name: "contacts", label: "Contacts", align: "right", mobileOrder: 3, cardUnit: "contacts" },
      sort: headSort("groups", "contacts"),
      value: ({ contacts }) => contacts,
      cell: ({ contacts }) => commas(contacts),
    },
    {
      ...{ name: "fields", label: "Merge fields", align: "right", hideOnSmall: true },
      value: ({ field_names }) => field_names.length,
    },
    {
      ...{ name: "created", label: "Created", muted: true, mobileOrder: 5 },
      sort: headSort("groups", "created"),
      value: ({ created_at }) => created_at,
    },
  ],
  id: ({ id }) => String(id),
});
