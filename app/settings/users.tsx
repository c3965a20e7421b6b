// /settings/users - the people of the account
import type { MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { UserPlus } from "lucide-react";
import { brand } from "../../rules/brand";
import { type Member, memberStates } from "../../services/identity/contract.people";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { searchOf, withQuery } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { Avatar } from "../kit/ui/avatar";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { Filters } from "../kit/ui/filters";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { type Column, RowLink } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";
import { memberState } from "./member-labels";
import { PersonMenu } from "./person-menu";
import { lacking, whysFor } from "./rights";
import { users } from "./users.list";
import { roleChoices, teamChoices } from "./users.server";

export const meta: MetaFunction = () => [{ title: `User management - ${brand.name}` }];

export const loader = page("/settings/users", async ({ api, url, viewer }) => {
  const search = searchOf(users, url);
  const [found, roles, teams] = await Promise.all([
    users.rows(api, search),
    roleChoices(api, viewer),
    teamChoices(api),
  ]);
  const rows = expectStatus(found, 200);
  return {
    rows: { ...rows, data: rows.data.map((member) => ({ ...member, whys: whysFor(viewer, member) })) },
    search,
    roles,
    teams,
    zone: viewer.time_zone,
    why: lacking(viewer, "Create user"),
  };
});

type Row = Member & { whys: ReturnType<typeof whysFor> };

const columns = (zone: string): Column<Row>[] => [
  {
    name: "name",
    label: "Name",
    mobileOrder: 1,
    cell: (member) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <Avatar name={member.name} url={member.profile_url} />
        <RowLink to={href("/settings/users/:id/details", { id: member.id })}>{member.name}</RowLink>
      </span>
    ),
  },
  {
    name: "state",
    label: "State",
    alignEnd: true,
    mobileOrder: 2,
    cell: ({ state }) => <Status kind={memberState[state].kind}>{memberState[state].word}</Status>,
  },
  { name: "email", label: "Email", wide: true, muted: true, mobileOrder: 3, cell: (member) => member.email },
  { name: "role", label: "Role", mobileOrder: 5, cell: (member) => member.role || "No role" },
  { name: "team", label: "Team", muted: true, hideOnSmall: true, cell: (member) => member.group_name },
  {
    name: "since",
    label: "Since",
    muted: true,
    hideOnSmall: true,
    cell: (member) => <DateTime at={member.created_at} zone={zone} />,
  },
];

export default function Users() {
  const { rows, search, roles, teams, zone, why } = useLoaderData<typeof loader>();
  const location = useLocation();
  const without = (name: string) => withQuery(location.search, { [name]: undefined });
  const chip = (label: string, value: string | undefined, name: string) =>
    value === undefined ? [] : [{ label, value, remove: without(name) }];
  const labelOf = (choices: { value: string; label: string }[], value: number | undefined) =>
    value === undefined ? undefined : (choices.find((choice) => choice.value === String(value))?.label ?? "Unknown");
  const filtered = search.q || search.role || search.state || search.team;
  return (
    <>
      <PageHeader
        title="User management"
        text="People in this account, and what each can do."
        actions={
          <>
            <LinkButton to={href("/settings/users/permissions")}>Permissions</LinkButton>
            <LinkButton
              to={`${href("/settings/users/new")}${location.search}`}
              variant="primary"
              icon={UserPlus}
              {...(why ? { disabledReason: why } : {})}
            >
              Invite a person
            </LinkButton>
          </>
        }
      />
      {why && <p className="-mt-2 mb-3 text-sm text-quiet">You can't invite people: {why}</p>}
      <Filters
        params={[...new URLSearchParams(location.search)]}
        search={{ name: "q", label: "Name or email", value: search.q }}
        chips={[
          ...chip("Role", labelOf(roles, search.role), "role"),
          ...chip("Team", labelOf(teams, search.team), "team"),
          ...chip("State", search.state && memberState[search.state].word, "state"),
        ]}
        clear={href("/settings/users")}
        fields={[
          {
            kind: "choice",
            name: "role",
            label: "Role",
            choices: roles.map(({ value, label }) => ({ value, label })),
            ...(search.role ? { value: String(search.role) } : {}),
          },
          {
            kind: "choice",
            name: "team",
            label: "Team",
            choices: teams,
            ...(search.team ? { value: String(search.team) } : {}),
          },
          {
            kind: "choice",
            name: "state",
            label: "State",
            choices: memberStates.map((value) => ({ value, label: memberState[value].word })),
            ...(search.state ? { value: search.state } : {}),
          },
        ]}
      />
      <ListCard
        noun={["person", "people"]}
        rows={rows}
        columns={columns(zone)}
        id={(member) => String(member.id)}
        action={(member) => <PersonMenu member={member} />}
        csvHref={href("/settings/users.csv")}
        empty={
          <EmptyState
            kind={filtered ? "filtered" : "empty"}
            title={filtered ? "No one matches these filters" : "No people yet"}
            text={filtered ? "Remove a filter to see more people." : "Invite the people you work with."}
            actions={<LinkButton to={href("/settings/users")}>Clear the filters</LinkButton>}
          />
        }
      />
      <Outlet />
    </>
  );
}
