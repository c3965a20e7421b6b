import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { StatisticsPeriod } from "../../../services/chat/contract.statistics";
import { href } from "../../href";
import { PageHeader } from "../../kit/ui/page-header";
import { Tabs } from "../../kit/ui/tabs";
import { ReportFilterRow } from "./report-filters";
import { dayWords } from "./report-labels";

type FilterRowProps = Parameters<typeof ReportFilterRow>[0];

export const reportPaths = {
  Dashboard: href("/chat/reports/dashboard"),
  Agents: href("/chat/reports/agents"),
  Channels: href("/chat/reports/channels"),
  Labels: href("/chat/reports/labels"),
  Teams: href("/chat/reports/teams"),
  Customers: href("/chat/reports/customers"),
  Survey: href("/chat/reports/survey"),
  Tickets: href("/chat/reports/tickets"),
  Transcript: href("/chat/reports/transcript"),
} as const;
export type ReportName = keyof typeof reportPaths;

/** What only one of the reports knows, or the place in its list: it is not taken along. */
const ownOnes = ["page", "after", "before", "status", "q"];

type FrameProps = Omit<FilterRowProps, "clear"> & { current: ReportName; clear?: string; children: ReactNode };

/** The head of every report: which days, the reports, the filters. */
export function ReportFrame({ current, children, clear = reportPaths[current], ...filters }: FrameProps) {
  const query = new URLSearchParams(useLocation().search);
  for (const name of ownOnes) query.delete(name);
  const search = query.size > 0 ? `?${query}` : "";
  return (
    <>
      <PageHeader title="Chat reports" text={<PeriodWords period={filters.period} />} />
      <Tabs
        label="Chat reports"
        tabs={Object.entries(reportPaths).map(([label, path]) => ({
          label,
          to: `${path}${search}`,
          current: label === current,
        }))}
      />
      <ReportFilterRow {...filters} clear={clear} />
      {children}
    </>
  );
}

function PeriodWords({ period: { from, to, time_zone, has_hours } }: { period: StatisticsPeriod }) {
  const days = from === to ? `on ${dayWords(from)}` : `from ${dayWords(from)} to ${dayWords(to)}`;
  return `Conversations that began ${days}, ${time_zone}. ${has_hours ? "Business hours are those of the chat routing." : "No business hours set: all hours count."}`;
}
