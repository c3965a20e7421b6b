import { commas } from "../../rules/format";
import type { ContactGroup } from "../../services/messaging/contract.contacts";
import { missingAccess } from "../access";
import { href } from "../href";
import { groups } from "../kit/contact-groups.list";
import { list } from "../kit/lists/definition";
import { RowLink } from "../kit/ui/table";
import { routeFor } from "../sitemap";

/** Every contact group of the account with its count; who may not open one sees it here. */
export const allGroups = list({
  path: "/dashboard/all-contacts-group",
  file: "all-contact-groups",
  noun: groups.noun,
  search: groups.search,
  find: "Group name",
  facts: async ({ viewer }) => ({ mayOpen: !missingAccess(viewer, routeFor("/contacts/contact-group/details")) }),
  rows: groups.rows,
  filters: () => groups.filters?.({ zone: "", now: 0 }) ?? [],
  columns: ({ mayOpen, ...facts }) =>
    groups.columns(facts).map((column) => {
      if (column.name === "name")
        return {
          ...{ ...column, label: "Group" },
          cell: ({ id, name }: ContactGroup) =>
            mayOpen ? <RowLink to={href("/contacts/contact-group/details", undefined, { id })}>{name}</RowLink> : name,
        };
      if (column.name !== "fields") return column;
      const many = (group: ContactGroup) => group.field_names.length;
      return { ...column, align: "right" as const, muted: false, value: many, cell: (group) => commas(many(group)) };
    }),
  id: (group) => String(group.id),
});
