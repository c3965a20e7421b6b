import { z } from "zod";
import { commas } from "../../rules/format";
import { headSort, listOrders } from "../../rules/list-orders";
import { systemRole } from "../../rules/system-roles";
import type { Role } from "../../services/identity/contract.roles";
import { paging, sortField } from "../../services/kit/contract";
import { href } from "../href";
import { withQuery } from "../kit/list";
import { type ListColumn, list } from "../kit/lists/definition";
import { deletion, eachRow } from "../kit/lists/each-row";
import { RowLink } from "../kit/ui/table";
import { lacking } from "./roles/rights";

const kinds = { own: "Own", system: "System" };
/** The two that pass every need by their name hold next to none (R037). */
const hasAll = ({ system, name }: Role) => system && (name === "Owner" || name === "Super Admin");
const granted = ({ permissions }: Role, by: string) => permissions.map(({ name }) => name).join(by);

/** The drawer of a role over the list as it is searched. */
export function roleDrawer(search: string, id: number): string {
  return `${href("/settings/groups/role_permissions")}${withQuery(search, { id }, true)}`;
}

/** @param search the query of the list's address, which the drawer keeps */
export function roleColumns(search = ""): ListColumn<Role>[] {
  return [
    {
      ...{ name: "name", label: "Role", heading: "Name", mobileOrder: 1, fixed: true },
      sort: headSort("roles", "name"),
      value: (role) => role.name,
      cell: (role) => <RowLink to={roleDrawer(search, role.id)}>{role.name}</RowLink>,
    },
    {
      ...{ name: "kind", label: "Kind", alignEnd: true, mobileOrder: 2 },
      sort: headSort("roles", "rank"),
      value: (role) => (role.system ? kinds.system : kinds.own),
    },
    {
      ...{ name: "about", label: "Permissions", wide: true, muted: true, hideOnSmall: true },
      value: (role) => granted(role, "; "),
      cell: (role) => (role.system && systemRole(role.name)?.summary) || granted(role, ", "),
    },
    {
      ...{ name: "members", label: "People", align: "right", mobileOrder: 3 },
      sort: headSort("roles", "members"),
      value: (role) => role.members,
      cell: (role) => (
        <>
          {commas(role.members)}
          <span className="text-quiet sm:hidden"> {role.members === 1 ? "person" : "people"}</span>
        </>
      ),
    },
    {
      ...{ name: "permissions", label: "Number of permissions", align: "right", hideOnSmall: true },
      value: (role) => (hasAll(role) ? "All" : role.permissions.length),
    },
    {
      ...{ name: "created", label: "Created", extra: true },
      sort: headSort("roles", "created"),
      value: (role) => role.created_at,
    },
  ];
}

/** The roles of the account. */
export const roles = list({
  path: "/settings/groups",
  file: "roles",
  noun: ["role", "roles"],
  search: z.object({
    ...paging,
    sort: sortField(listOrders.roles),
    q: z.string().max(100).catch("").default(""),
    kind: z.enum(["own", "system"]).optional().catch(undefined),
  }),
  find: "Role",
  facts: async ({ viewer }) => ({ mayDelete: lacking(viewer, "Remove user") === undefined }),
  rows: ({ api }, query) => api.identity.roles({ params: { account: "own" }, query }),
  filters: () => [
    { name: "kind", label: "Kind", choices: Object.entries(kinds).map(([value, label]) => ({ value, label })) },
  ],
  columns: () => roleColumns(),
  id: (role) => String(role.id),
  called: (role) => role.name,
  bulk: ({ mayDelete }) =>
    mayDelete
      ? [
          deletion({
            what: "roles",
            text: "Deleted roles can't be restored. A system role, and a role that people have, is not deleted.",
            run: ({ api }, rows) =>
              eachRow(rows, { id: ({ id }) => String(id), called: ({ name }) => name }, ({ id }) =>
                api.identity.deleteRole({ params: { id } }),
              ),
          }),
        ]
      : [],
});
