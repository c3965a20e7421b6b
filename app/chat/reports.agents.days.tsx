// /chat/reports/agents/days - time online and on breaks, a line for each agent and day
import { useLoaderData } from "@remix-run/react";
import { Coffee } from "lucide-react";
import type { AgentDay } from "../../services/chat/contract.statistics";
import { href } from "../href";
import { searchOf } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { titled } from "../kit/title";
import { EmptyState } from "../kit/ui/empty-state";
import { Stat } from "../kit/ui/stat";
import type { Column } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";
import { AgentsViews } from "./reports/agents-views";
import { reportFrom } from "./reports/report.server";
import { ReportFrame } from "./reports/report-frame";
import { dayWords, figure, took } from "./reports/report-labels";
import { agentDaysList } from "./reports/reports.list";

export const meta = titled("Agents' time by day");

export const loader = page("/chat/reports/agents/days", async (given) => {
  const query = searchOf(agentDaysList, given.url);
  const [filters, answer] = await Promise.all([reportFrom(given), given.api.chat.reportAgentDays({ query })]);
  const { period, sum, ...rows } = expectStatus(answer, 200);
  return { ...filters, period, sum, rows };
});

type Name = keyof AgentDay["time"];

function time(name: Name, label: string, look: Partial<Column<AgentDay>> = { hideOnSmall: true }): Column<AgentDay> {
  return { ...{ name, label, align: "right" as const }, cell: (row) => took(row.time[name]), ...look };
}

const columns: Column<AgentDay>[] = [
  { name: "day", label: "Day", mobileOrder: 1, num: true, cell: ({ day }) => dayWords(day) },
  { name: "name", label: "Agent", wide: true, mobileOrder: 2, cell: ({ name }) => name },
  time("online", "Online", { alignEnd: true, mobileOrder: 1, cardUnit: "online" }),
  ...[time("bio_break", "Bio break"), time("lunch", "Lunch"), time("short_break", "Short break")],
  ...[time("coaching", "Coaching"), time("training", "Training")],
  {
    ...{ name: "breaks", label: "Breaks", align: "right" as const, hideOnSmall: true },
    cell: ({ time: { breaks } }) => figure(breaks),
  },
  time("planned", "Planned"),
  time("used", "Used", { cardLabel: "Breaks", mobileOrder: 3 }),
  time("over", "Beyond", { cardLabel: "Beyond", mobileOrder: 4 }),
];

export default function AgentDays() {
  const { sum, rows, ...filters } = useLoaderData<typeof loader>();
  return (
    <ReportFrame current="Agents" {...filters} clear={href("/chat/reports/agents/days")}>
      <AgentsViews current="days" />
      <div className="mb-4 grid grid-cols-2 gap-4 max-sm:gap-3 lg:grid-cols-4">
        <Stat label="Online" value={took(sum.online)} />
        <Stat label="Breaks" value={figure(sum.breaks)} note={`${took(sum.planned)} planned`} />
        <Stat label="Breaks used" value={took(sum.used)} note="time over midnight counts on both days" />
        <Stat label="Over the limit" value={took(sum.over)} />
      </div>
      <div>
        <ListCard
          noun={["row", "rows"]}
          rows={rows}
          columns={columns}
          id={({ day, id }) => `${day} ${id}`}
          csvHref={href("/chat/reports/agents/days.csv")}
          empty={
            <EmptyState
              icon={Coffee}
              kind="filtered"
              title="No one was online"
              text="Time is counted from the status that agents choose at the top of the page."
            />
          }
        />
      </div>
    </ReportFrame>
  );
}
