// /chat/reports/agents - conversations by agent, with their time online and on breaks
import { useLoaderData, useLocation } from "@remix-run/react";
import { Download, Users } from "lucide-react";
import type { AgentLine } from "../../services/chat/contract.statistics";
import { href } from "../href";
import { titled } from "../kit/title";
import { BarChart } from "../kit/ui/bar-chart";
import { LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Link } from "../kit/ui/link";
import { type Column, Table } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";
import { AgentsViews } from "./reports/agents-views";
import { reportFrom } from "./reports/report.server";
import { LineName, leading, lineColumns } from "./reports/report-columns";
import { ReportFrame } from "./reports/report-frame";
import { took } from "./reports/report-labels";
import { held } from "./reports/report-links";

export const meta = titled("Chats by agent");

export const loader = page("/chat/reports/agents", async (given) => {
  const filters = await reportFrom(given);
  return { ...filters, ...expectStatus(await given.api.chat.reportAgents({ query: filters.search }), 200) };
});

export default function Agents() {
  const { total, data, ...filters } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const { count, first, handle, rating } = lineColumns<AgentLine>(leading(filters.search, filters.period));
  const { days: _, ...asked } = held(filters.search);
  const { from, to } = filters.period;
  const inDays = ({ id, name }: AgentLine, seconds: number, shown: string, what: string) =>
    seconds === 0 || id === "none" ? (
      shown
    ) : (
      <Link
        className="link inline-block min-h-6 min-w-6 leading-6"
        to={href("/chat/reports/agents/days", undefined, {
          ...asked,
          from,
          to,
          ...(id === "all" ? {} : { agent: id }),
        })}
      >
        {shown}
        <span className="sr-only">
          {" "}
          {what}: {name}
        </span>
      </Link>
    );
  const time = (
    name: "online" | "used" | "over",
    label: string,
    shown: (line: AgentLine) => string,
    look: Partial<Column<AgentLine>> = { hideOnSmall: true },
  ): Column<AgentLine> => ({
    ...{ name, label, align: "right" as const },
    cell: (line) => inDays(line, line.time[name], shown(line), label.toLowerCase()),
    ...look,
  });
  const columns: Column<AgentLine>[] = [
    { name: "name", label: "Agent", wide: true, mobileOrder: 1, cell: (line) => <LineName line={line} /> },
    count("chats", { alignEnd: true, mobileOrder: 1, cardUnit: "chats" }),
    ...[count("ended"), count("answered"), first, handle, count("rated"), rating],
    time("online", "Online", (line) => took(line.time.online), { cardLabel: "Online", mobileOrder: 5 }),
    time("used", "Breaks (used / planned)", ({ time: of }) => `${took(of.used)} of ${took(of.planned)}`),
    time("over", "Beyond", (line) => took(line.time.over)),
  ];
  return (
    <ReportFrame current="Agents" {...filters}>
      <AgentsViews current="chats" />
      {data.length === 0 ? (
        <Card label="Agents">
          <EmptyState
            icon={Users}
            kind="filtered"
            title="No agents match these filters"
            text="Remove a filter to see more."
          />
        </Card>
      ) : (
        <>
          <Card label="Agents">
            <CardHead count={String(data.length)} unit={data.length === 1 ? "agent" : "agents"}>
              <LinkButton to={`${href("/chat/reports/agents.csv")}${search}`} icon={Download} reloadDocument>
                Export CSV
              </LinkButton>
            </CardHead>
            <Table label="Agents" columns={columns} rows={[...data, total]} id={({ id }) => id} />
          </Card>
          <p className="mt-2 text-sm text-quiet">
            A chat counts for the agent who has it, or who had it when it ended. Handle time is from assignment to the
            end of the chat. Time online and on breaks ignores the filters for chats.
          </p>
          <div className="mt-4">
            <BarChart
              title="Chats by agent"
              yLabel="Chats"
              xLabel={data.length > 12 ? "The 12 agents with most chats" : "Agent"}
              places={data.slice(0, 12).map(({ name }) => name)}
              series={[
                { label: "Ended", values: data.slice(0, 12).map(({ ended }) => ended) },
                { label: "Not ended", values: data.slice(0, 12).map(({ chats, ended }) => chats - ended) },
              ]}
            />
          </div>
        </>
      )}
    </ReportFrame>
  );
}
