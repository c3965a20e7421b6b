import { z } from "zod";
import { commas } from "../../rules/format";
import { headSort, listOrders } from "../../rules/list-orders";
import { paging, sortField } from "../../services/kit/contract";
import type { ContactGroup } from "../../services/messaging/contract.contacts";
import { href } from "../href";
import { list } from "./lists/definition";
import { deletion, eachRow } from "./lists/each-row";
import { RowLink } from "./ui/table";

export const groupTypeNames: Record<ContactGroup["type"], string> = { sms: "SMS", email: "Email", airtime: "Airtime" };
const types = Object.keys(groupTypeNames) as [ContactGroup["type"], ...ContactGroup["type"][]];

export const groups = list({
  path: "/contacts/contact-group",
  file: "contact-groups",
  noun: ["contact group", "contact groups"],
  search: z.object({
    ...paging,
    sort: sortField(listOrders.groups),
    q: z.string().max(100).catch("").default(""),
    type: z.enum(types).optional().catch(undefined),
  }),
  find: "Group name",
  rows: ({ api }, query) => api.messaging.groups({ query }),
  filters: () => [
    {
      name: "type",
      label: "Type",
      choices: Object.entries(groupTypeNames).map(([value, label]) => ({ value, label })),
    },
  ],
  columns: () => [
    {
      ...{ name: "name", label: "Name", wide: true, mobileOrder: 1, fixed: true },
      sort: headSort("groups", "name"),
      value: (group: ContactGroup) => group.name,
      cell: (group) => (
        <RowLink to={href("/contacts/contact-group/details", undefined, { id: group.id })}>{group.name}</RowLink>
      ),
    },
    { name: "type", label: "Type", alignEnd: true, mobileOrder: 2, value: (group) => groupTypeNames[group.type] },
    {
      ...{ name: "contacts", label: "Contacts", align: "right", mobileOrder: 3 },
      sort: headSort("groups", "contacts"),
      value: (group) => group.contacts,
      cell: (group) => (
        <>
          {commas(group.contacts)}
          <span className="text-quiet sm:hidden"> {group.contacts === 1 ? "contact" : "contacts"}</span>
        </>
      ),
    },
    {
      ...{ name: "fields", label: "Merge fields", muted: true, hideOnSmall: true },
      value: (group) => group.field_names.join(", "),
      cell: (group) => group.field_names.slice(0, 3).join(", "),
    },
    {
      ...{ name: "created", label: "Created", muted: true, mobileOrder: 5 },
      sort: headSort("groups", "created"),
      value: (group) => group.created_at,
    },
  ],
  id: (group) => String(group.id),
  called: (group) => group.name,
  bulk: () => [
    deletion({
      what: "groups",
      text: "Deleted groups can't be restored. Contacts that are also in other groups stay there. Sent messages stay in the history.",
      run: ({ api }, rows: readonly ContactGroup[]) =>
        eachRow(rows, { id: ({ id }) => String(id), called: ({ name }) => name }, ({ id }) =>
          api.messaging.deleteGroup({ params: { id } }),
        ),
    }),
  ],
});
