// /chat/team - who answers chats: status, channels and limits
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import type { Participant } from "../../services/chat/contract.schemas";
import { href } from "../href";
import { searchOf, withQuery } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { titled } from "../kit/title";
import { Avatar } from "../kit/ui/avatar";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { Filters } from "../kit/ui/filters";
import { PageHeader } from "../kit/ui/page-header";
import { type Column, RowLink } from "../kit/ui/table";
import { useEventRevalidate } from "../shell/live";
import { expectStatus, page } from "../shell/page.server";
import { AgentState } from "./inbox/agent-status";
import { useNow } from "./inbox/use-now";
import { channelsOf, team } from "./team/team.list";
import { TeamTabs } from "./team/team-tabs";

export const meta = titled("Chat team");

export const loader = page("/chat/team", async ({ api, url }) => {
  const search = searchOf(team, url);
  const { waiting, at, ...rows } = expectStatus(await api.chat.participants({ query: search }), 200);
  return { rows, waiting, at, search };
});

const columns = (now: number): Column<Participant>[] => [
  {
    name: "name",
    label: "Name",
    mobileOrder: 1,
    cell: ({ name, participant_id }) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <Avatar name={name} />
        <RowLink to={href("/chat/team/:id", { id: participant_id })}>{name}</RowLink>
      </span>
    ),
  },
  { name: "status", label: "Status", mobileOrder: 2, cell: (agent) => <AgentState agent={agent} now={now} /> },
  {
    name: "open",
    label: "Open chats",
    align: "right",
    mobileOrder: 3,
    cardUnit: "open",
    cell: ({ conversations, idle, active_conversations }) =>
      `${conversations} of ${active_conversations}${idle > 0 ? `, ${idle} idle` : ""}`,
  },
  { name: "most", label: "At most", align: "right", hideOnSmall: true, cell: (agent) => agent.max_conversation },
  { name: "channels", label: "Channels", mobileOrder: 4, cell: ({ channels }) => channelsOf(channels) },
  { name: "email", label: "Email", wide: true, muted: true, hideOnSmall: true, cell: ({ email }) => email },
];

export default function Team() {
  const { rows, waiting, at, search } = useLoaderData<typeof loader>();
  const location = useLocation();
  const now = useNow(at);
  useEventRevalidate(["chat.participant"]);
  return (
    <>
      <PageHeader
        title="Chat team"
        text='Anyone whose role has "View chat inbox" is listed here.'
        actions={
          <>
            <LinkButton to={`${href("/chat/team")}${location.search}`}>Refresh</LinkButton>
            <LinkButton to={href("/settings/users")}>Manage people</LinkButton>
          </>
        }
      />
      <TeamTabs current="members" waiting={waiting} />
      <Filters
        params={[...new URLSearchParams(location.search)]}
        search={{ name: "q", label: "Name or email", value: search.q }}
        chips={
          search.q ? [{ label: "Search", value: search.q, remove: withQuery(location.search, { q: undefined }) }] : []
        }
        clear={href("/chat/team")}
        fields={[]}
      />
      <ListCard
        noun={["agent", "agents"]}
        rows={rows}
        columns={columns(now)}
        id={(agent) => agent.participant_id}
        csvHref={href("/chat/team.csv")}
        empty={
          <EmptyState
            kind={search.q ? "filtered" : "empty"}
            title={search.q ? "No one matches" : "No chat agents yet"}
            text={search.q ? "Try another name." : "Give people a role that has the permission View chat inbox."}
            actions={
              <LinkButton to={search.q ? href("/chat/team") : href("/settings/users")}>
                {search.q ? "Show everyone" : "Manage people"}
              </LinkButton>
            }
          />
        }
      />
      <Outlet />
    </>
  );
}
