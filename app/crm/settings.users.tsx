// /crm/settings/users - the people of the account, and what of the CRM is given to each
import { useLoaderData, useLocation } from "@remix-run/react";
import { Users as UsersIcon } from "lucide-react";
import { mayOpen } from "../access";
import { href } from "../href";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Filters } from "../kit/ui/filters";
import { Link } from "../kit/ui/link";
import { type Column, Table } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { SettingsHead } from "./settings/settings-head";

const path = "/crm/settings/users";

export const meta = titled("CRM users");

export const loader = page(path, async ({ api, url, viewer }) => {
  const q = (url.searchParams.get("q") ?? "").trim().slice(0, 100);
  const { data } = expectStatus(await api.identity.allMembers({ params: { account: "own", group: "all" } }), 200);
  const asked = q.toLowerCase();
  return {
    users: data
      .filter(({ name, email }) => `${name}\n${email}`.toLowerCase().includes(asked))
      .map(({ id, name, email, role }) => ({ id, name, email, role })),
    q,
    leads: mayOpen(viewer, routeFor("/crm/leads")),
    contacts: mayOpen(viewer, routeFor("/crm/contacts")),
    deals: mayOpen(viewer, routeFor("/crm/deals")),
    people: mayOpen(viewer, routeFor("/settings/users")),
  };
});

type Row = ReturnType<typeof useLoaderData<typeof loader>>["users"][number];

export default function Users() {
  const { users, q, leads, contacts, deals, people } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const columns: Column<Row>[] = [
    { name: "name", label: "Name", mobileOrder: 1, cell: (user) => <span className="name">{user.name}</span> },
    { name: "email", label: "Email", wide: true, muted: true, mobileOrder: 2, cell: (user) => user.email },
    { name: "role", label: "Role", muted: true, mobileOrder: 3, cell: (user) => user.role || "No role" },
  ];
  if (leads || contacts || deals)
    columns.push({
      name: "records",
      label: "Open records",
      mobileOrder: 4,
      cell: ({ id, name }) => (
        <span className="flex gap-x-3 whitespace-nowrap">
          {leads ? (
            <Link className="link inline-block min-h-6" to={href("/crm/leads", undefined, { sales_manager: id })}>
              Leads<span className="sr-only"> of {name}</span>
            </Link>
          ) : null}
          {contacts ? (
            <Link className="link inline-block min-h-6" to={href("/crm/contacts", undefined, { sales_manager: id })}>
              Contacts<span className="sr-only"> of {name}</span>
            </Link>
          ) : null}
          {deals ? (
            <Link
              className="link inline-block min-h-6"
              to={href("/crm/deals", undefined, { view: "table", sales_manager: id })}
            >
              Deals<span className="sr-only"> of {name}</span>
            </Link>
          ) : null}
        </span>
      ),
    });
  return (
    <>
      <SettingsHead
        tab="Users"
        text="The people of your account who can be given leads, contacts and deals."
        actions={people ? <LinkButton to={href("/settings/users")}>Manage people</LinkButton> : undefined}
      />
      <Filters
        params={[...new URLSearchParams(search)]}
        search={{ name: "q", label: "Name or email", value: q }}
        chips={q ? [{ label: "Search", value: q, remove: href(path) }] : []}
        clear={href(path)}
      />
      <Card label="People">
        <CardHead count={users.length.toLocaleString("en-KE")} unit={users.length === 1 ? "person" : "people"} />
        {users.length === 0 ? (
          <EmptyState
            icon={UsersIcon}
            kind={q ? "filtered" : "empty"}
            title={q ? "No one has that name" : "No users yet"}
            text={q ? "Try another name." : "People who accept an invitation to your account are listed here."}
            actions={<LinkButton to={href(path)}>Show all</LinkButton>}
          />
        ) : (
          <Table label="People" columns={columns} rows={users} id={(user) => String(user.id)} />
        )}
      </Card>
    </>
  );
}
