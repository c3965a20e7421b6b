// /settings/groups - the roles of the account
import type { MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { Eye, Pencil, Plus, Trash2 } from "lucide-react";
import { brand } from "../../rules/brand";
import { commas } from "../../rules/format";
import { systemRole } from "../../rules/system-roles";
import type { Role } from "../../services/identity/contract.roles";
import { href } from "../href";
import { searchOf, withQuery } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { Filters } from "../kit/ui/filters";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { RowMenu } from "../kit/ui/row-menu";
import { type Column, RowLink } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";
import { GroupTabs } from "./group-tabs";
import { lacking } from "./rights";
import { roles } from "./roles.list";

export const meta: MetaFunction = () => [{ title: `Group management - ${brand.name}` }];

export const loader = page("/settings/groups", async ({ api, url, viewer }) => {
  const search = searchOf(roles, url);
  return {
    rows: expectStatus(await roles.rows(api, search), 200),
    search,
    why: lacking(viewer, "Create user"),
    whyNotDelete: lacking(viewer, "Remove user"),
  };
});

const kinds = { own: "Own", system: "System" };
const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

export default function Groups() {
  const { rows, search, why, whyNotDelete } = useLoaderData<typeof loader>();
  const location = useLocation();
  const drawer = (id: number) =>
    `${href("/settings/groups/role_permissions")}${withQuery(location.search, { id }, true)}`;
  const columns: Column<Role>[] = [
    {
      name: "name",
      label: "Role",
      mobileOrder: 1,
      cell: (role) => <RowLink to={drawer(role.id)}>{role.name}</RowLink>,
    },
    { name: "kind", label: "Kind", alignEnd: true, mobileOrder: 2, cell: (role) => (role.system ? "System" : "Own") },
    {
      name: "about",
      label: "Permissions",
      wide: true,
      muted: true,
      hideOnSmall: true,
      cell: (role) =>
        (role.system && systemRole(role.name)?.summary) || role.permissions.map(({ name }) => name).join(", "),
    },
    {
      name: "members",
      label: "People",
      align: "right",
      mobileOrder: 3,
      cell: (role) => (
        <>
          {commas(role.members)}
          <span className="text-quiet sm:hidden"> {role.members === 1 ? "person" : "people"}</span>
        </>
      ),
    },
    {
      name: "permissions",
      label: "Permissions",
      align: "right",
      hideOnSmall: true,
      // The two that pass every need by their name hold next to none (R037).
      cell: ({ system, name, permissions }) =>
        system && (name === "Owner" || name === "Super Admin") ? "All" : commas(permissions.length),
    },
  ];
  const whyNot = (role: Role) =>
    role.system
      ? "A system role can't be deleted."
      : (whyNotDelete ?? (role.members > 0 ? "People have this role. Give them another one first." : undefined));
  return (
    <>
      <PageHeader
        title="Group management"
        text="A role is a set of permissions; a team is people who work together."
        actions={
          <LinkButton
            to={href("/settings/groups/new_role")}
            variant="primary"
            icon={Plus}
            {...(why ? { disabledReason: why } : {})}
          >
            New role
          </LinkButton>
        }
      />
      <GroupTabs />
      <Filters
        params={[...new URLSearchParams(location.search)]}
        search={{ name: "q", label: "Role", value: search.q }}
        chips={
          search.kind
            ? [{ label: "Kind", value: kinds[search.kind], remove: withQuery(location.search, { kind: undefined }) }]
            : []
        }
        clear={href("/settings/groups")}
        fields={[
          {
            kind: "choice",
            name: "kind",
            label: "Kind",
            choices: Object.entries(kinds).map(([value, label]) => ({ value, label })),
            ...(search.kind ? { value: search.kind } : {}),
          },
        ]}
      />
      <ListCard
        noun={["role", "roles"]}
        rows={rows}
        columns={columns}
        id={(role) => String(role.id)}
        csvHref={href("/settings/groups.csv")}
        action={(role) => (
          <RowMenu label={`Actions for ${role.name}`}>
            <Link to={drawer(role.id)}>
              {role.system ? <Eye {...icon} /> : <Pencil {...icon} />}
              {role.system ? "Permissions" : "Edit"}
            </Link>
            <hr />
            {whyNot(role) === undefined ? (
              <Link className="bad" to={href("/settings/groups/delete", undefined, { id: role.id })}>
                <Trash2 {...icon} />
                Delete
              </Link>
            ) : (
              <p className="max-w-60 px-2 py-1.5 text-sm text-quiet">{whyNot(role)}</p>
            )}
          </RowMenu>
        )}
        empty={
          <EmptyState
            kind="filtered"
            title="Nothing matches these filters"
            text="No role has that name and type."
            actions={<LinkButton to={href("/settings/groups")}>Clear the filters</LinkButton>}
          />
        }
      />
      <Outlet />
    </>
  );
}
