// /voice/dashboard - the figures of calls in and out over days; each opens the calls it counts
import { useLoaderData } from "@remix-run/react";
import { periods } from "../../rules/days";
import { href } from "../href";
import { Periods } from "../kit/periods";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { PageHeader } from "../kit/ui/page-header";
import { page } from "../shell/page.server";
import { CallsChart, CallsOutChart } from "./figures/calls-chart";
import { Definitions } from "./figures/definitions";
import { AgentFigures, InboundFigures } from "./figures/figure-strip";
import { loadFigures } from "./figures/figures.server";

export const meta = titled("Voice dashboard");

export const loader = page("/voice/dashboard", (given) => loadFigures(given, "day"));

export default function VoiceDashboard() {
  const { period, query, figures } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Voice dashboard"
        text={`Calls in and out: ${periods[period].toLowerCase()}.`}
        actions={
          <>
            <Periods period={period} />
            <LinkButton to={href("/voice/reports", undefined, query)}>Report</LinkButton>
          </>
        }
      />
      <div className="grid gap-4">
        <InboundFigures sums={figures.total} target={figures.target} query={query} />
        <AgentFigures sums={figures.total} query={query} />
        <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
          <CallsChart title="Callers by day" xLabel="Day" rows={figures.rows} />
          <CallsOutChart title="Calls out by day" xLabel="Day" rows={figures.rows} />
        </div>
      </div>
      <Definitions />
    </>
  );
}
