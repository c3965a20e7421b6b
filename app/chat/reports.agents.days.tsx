// /chat/reports/agents/days - time online and on breaks, a line for each agent and day
import { useLoaderData } from "@remix-run/react";
import { Coffee } from "lucide-react";
import { href } from "../href";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { Stat } from "../kit/ui/stat";
import { page } from "../shell/page.server";
import { agentDaysList } from "./reports/agent-days.list";
import { AgentsViews } from "./reports/agents-views";
import { reportFrom } from "./reports/report.server";
import { ReportFrame } from "./reports/report-frame";
import { figure, took } from "./reports/report-labels";

export const meta = titled("Agents' time by day");

export const loader = page("/chat/reports/agents/days", async (given) => {
  const [filters, found] = await Promise.all([reportFrom(given), loadList(agentDaysList, given)]);
  return { filters, found };
});

export default function AgentDays() {
  const { filters, found } = useLoaderData<typeof loader>();
  const { sum, period } = found.rows;
  return (
    <ReportFrame current="Agents" {...filters} period={period} clear={href("/chat/reports/agents/days")}>
      <AgentsViews current="days" />
      <div className="mb-4 grid grid-cols-2 gap-4 max-sm:gap-3 lg:grid-cols-4">
        <Stat label="Online" value={took(sum.online)} />
        <Stat label="Breaks" value={figure(sum.breaks)} note={`${took(sum.planned)} planned`} />
        <Stat label="Breaks used" value={took(sum.used)} note="time over midnight counts on both days" />
        <Stat label="Over the limit" value={took(sum.over)} />
      </div>
      <ListPage
        list={agentDaysList}
        found={found}
        bare
        empty={{
          icon: Coffee,
          title: "No one was online",
          text: "Time is counted from the status that agents choose at the top of the page.",
        }}
      />
    </ReportFrame>
  );
}
