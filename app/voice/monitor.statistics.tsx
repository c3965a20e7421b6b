// /voice/monitor/statistics - the figures of each agent over days
import { useLoaderData } from "@remix-run/react";
import { Users } from "lucide-react";
import { periods } from "../../rules/days";
import { commas } from "../../rules/format";
import { callFigures } from "../../rules/voice-metrics";
import type { FigureRow } from "../../services/voice/contract.reports";
import { href } from "../href";
import { percent, took } from "../kit/call-labels";
import { Periods } from "../kit/periods";
import { titled } from "../kit/title";
import { Card } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { type Column, Table } from "../kit/ui/table";
import { page } from "../shell/page.server";
import { Definitions } from "./figures/definitions";
import { AgentFigures } from "./figures/figure-strip";
import { loadFigures } from "./figures/figures.server";

export const meta = titled("Monitor statistics");

export const loader = page("/voice/monitor/statistics", (given) => loadFigures(given, "agent"));

export default function MonitorStatistics() {
  const { period, query, figures } = useLoaderData<typeof loader>();
  const number = (name: string, label: string, of: (row: FigureRow) => string): Column<FigureRow> => ({
    ...{ name, label, align: "right", num: true, hideOnSmall: true, cell: of },
  });
  const columns: Column<FigureRow>[] = [
    {
      ...{ name: "agent", label: "Agent", wide: true, mobileOrder: 1 },
      cell: ({ key, label }) => (
        <Link className="link" to={href("/voice/reports/calls", undefined, { ...query, agent: key })}>
          {label}
        </Link>
      ),
    },
    {
      ...number("handled", "Handled", ({ sums }) => commas(sums.handled)),
      hideOnSmall: false,
      cardUnit: "calls",
      alignEnd: true,
    },
    number("aht", "AHT", ({ sums }) => took(callFigures(sums).averageHandleTime)),
    number("out", "Calls out", ({ sums }) => commas(sums.attempts)),
    number("rna", "Not picked up", ({ sums }) => percent(callFigures(sums).ringNoAnswer)),
    number("staffed", "Logged in", ({ sums }) => took(sums.staffed)),
    {
      ...number("occupancy", "Occupancy", ({ sums }) => percent(callFigures(sums).occupancy)),
      hideOnSmall: false,
      cardLabel: "Occupancy",
    },
  ];
  return (
    <>
      <PageHeader
        title="Monitor statistics"
        text={`Agents: ${periods[period].toLowerCase()}.`}
        back={{ label: "Monitor", to: href("/voice/monitor") }}
        actions={<Periods period={period} />}
      />
      <div className="grid gap-4">
        <AgentFigures sums={figures.total} query={query} />
        <Card label="Agents">
          {figures.rows.length === 0 ? (
            <EmptyState icon={Users} title="No calls in this period" text="Choose a longer period." />
          ) : (
            <Table label="Agents" columns={columns} rows={figures.rows} id={({ key }) => key} />
          )}
        </Card>
      </div>
      <Definitions />
    </>
  );
}
