// /ticketing/settings/users - who works on tickets, in which groups, with how many open
import { useLoaderData, useLocation } from "@remix-run/react";
import { Users as UsersIcon } from "lucide-react";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Filters } from "../kit/ui/filters";
import { Link } from "../kit/ui/link";
import { type Column, Table } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";
import { oversees } from "./kit/rights";
import { SettingsHead } from "./settings/settings-tabs";

export const meta = titled("People of ticketing");

export const loader = page("/ticketing/settings/users", async ({ api, url, viewer }) => {
  const q = (url.searchParams.get("q") ?? "").slice(0, 100);
  return {
    users: expectStatus(await api.ticketing.users({ query: { q } }), 200).data,
    q,
    zone: viewer.time_zone,
    oversees: oversees(viewer),
  };
});

type Row = ReturnType<typeof useLoaderData<typeof loader>>["users"][number];

export default function Users() {
  const { users, q, zone, oversees } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const columns: Column<Row>[] = [
    {
      name: "name",
      label: "Name",
      mobileOrder: 1,
      cell: ({ name, left }) => (
        <>
          <span className="name">{name}</span>
          {left && <span className="text-sm text-quiet"> No longer in the account</span>}
        </>
      ),
    },
    { name: "email", label: "Email", wide: true, muted: true, mobileOrder: 2, cell: (user) => user.email },
    {
      name: "groups",
      label: "Groups",
      mobileOrder: 3,
      cell: (user) =>
        user.groups.map(({ name, role }) => (role === "supervisor" ? `${name} (supervisor)` : name)).join(", ") ||
        "No group",
    },
    {
      name: "open",
      label: "Open tickets",
      align: "right",
      alignEnd: true,
      mobileOrder: 1,
      cell: (user) =>
        oversees ? (
          <Link className="link" to={href("/ticketing/tickets", undefined, { member: user.id, status: "unresolved" })}>
            {user.open_tickets.toLocaleString("en-KE")}
            <span className="sr-only"> open tickets of {user.name}</span>
          </Link>
        ) : (
          user.open_tickets.toLocaleString("en-KE")
        ),
    },
    {
      name: "seen",
      label: "Last seen",
      muted: true,
      hideOnSmall: true,
      cell: (user) => (user.last_seen_at ? <DateTime at={user.last_seen_at} zone={zone} /> : "–"),
    },
  ];
  return (
    <>
      <SettingsHead tab="Users" text="People who can be assigned tickets. Add people to groups on the Groups page." />
      <Filters
        params={[...new URLSearchParams(search)]}
        search={{ name: "q", label: "Name or email", value: q }}
        chips={q ? [{ label: "Search", value: q, remove: href("/ticketing/settings/users") }] : []}
        clear={href("/ticketing/settings/users")}
      />
      <Card label="People">
        <CardHead count={users.length.toLocaleString("en-KE")} unit={users.length === 1 ? "person" : "people"} />
        {users.length === 0 ? (
          <EmptyState
            icon={UsersIcon}
            kind={q ? "filtered" : "empty"}
            title={q ? "No one has that name" : "No ticketing users yet"}
            text={q ? "Try another name." : "Add people to a group to list them here."}
            actions={<LinkButton to={href("/ticketing/settings/groups")}>Groups</LinkButton>}
          />
        ) : (
          <Table label="People" columns={columns} rows={users} id={(user) => user.id} />
        )}
      </Card>
    </>
  );
}
