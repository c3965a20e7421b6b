// /chat/reports/teams - conversations by the team that they were given to, and who handled them
import { useLoaderData, useLocation } from "@remix-run/react";
import { Download, Users } from "lucide-react";
import type { AgentLine, TeamLine } from "../../services/chat/contract.statistics";
import { href } from "../href";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { type Column, Table } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";
import { teamColumns } from "./reports/label-and-team-columns";
import { reportFrom } from "./reports/report.server";
import { LineName, leading, lineColumns } from "./reports/report-columns";
import { ReportFrame } from "./reports/report-frame";

export const meta = titled("Chats by team");

export const loader = page("/chat/reports/teams", async (given) => {
  const { search, choices } = await reportFrom(given);
  // Who handled what was given to a team: to the one that was asked for, or to any.
  const given_team = search.given_team ?? ("any" as const);
  const [teams, agents] = await Promise.all([
    given.api.chat.reportTeams({ query: search }),
    given.api.chat.reportAgents({ query: { ...search, given_team } }),
  ]);
  const people = expectStatus(agents, 200).data.filter(({ chats, handled }) => chats > 0 || handled > 0);
  return { search, choices, given_team, people, ...expectStatus(teams, 200) };
});

export default function ReportTeams() {
  const { total, data, people, given_team, ...filters } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const links = leading(filters.search, filters.period);
  const { count, first, handle } = lineColumns<TeamLine>(links);
  const columns: Column<TeamLine>[] = [
    { name: "name", label: "Team", wide: true, mobileOrder: 1, cell: (line) => <LineName line={line} /> },
    count("chats", { alignEnd: true, mobileOrder: 1, cardUnit: "chats" }),
    ...[count("bot"), count("waiting"), count("open"), count("ended"), count("handled")],
    ...[...teamColumns(links), first, handle],
  ];
  const agents = lineColumns<AgentLine>(leading({ ...filters.search, given_team }, filters.period));
  const byWhom: Column<AgentLine>[] = [
    { name: "name", label: "Agent", wide: true, mobileOrder: 1, cell: (line) => <LineName line={line} /> },
    agents.count("chats", { alignEnd: true, mobileOrder: 1, cardUnit: "chats" }),
    ...[agents.count("open"), agents.count("ended"), agents.count("handled")],
    ...[agents.first, agents.handle],
  ];
  return (
    <ReportFrame current="Teams" {...filters}>
      <Card label="Teams">
        {data.length === 0 ? (
          <EmptyState
            icon={Users}
            title="Nothing to count"
            text="Conversations that are given to a team are counted here."
            actions={<LinkButton to={href("/chat/reports/teams")}>Clear the filters</LinkButton>}
          />
        ) : (
          <>
            <CardHead count={String(data.length)} unit={data.length === 1 ? "line" : "lines"}>
              <LinkButton to={`${href("/chat/reports/teams.csv")}${search}`} icon={Download} reloadDocument>
                Export CSV
              </LinkButton>
            </CardHead>
            <Table label="Teams" columns={columns} rows={[...data, total]} id={({ id }) => id} />
            <p className="px-4 py-3 text-sm text-quiet">
              A conversation counts for the team that it was given to last. The queue wait lasts from then until an
              agent has it.
            </p>
          </>
        )}
      </Card>
      {people.length > 0 && (
        <Card label="Handled by" className="mt-4">
          <CardHead count={String(people.length)} unit={people.length === 1 ? "agent" : "agents"} />
          <Table label="Handled by" columns={byWhom} rows={people} id={({ id }) => id} />
        </Card>
      )}
    </ReportFrame>
  );
}
