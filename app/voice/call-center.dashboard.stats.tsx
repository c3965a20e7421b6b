// /voice/call-center/dashboard/stats - the call centre by the hour of the day and by agent, over days
import { useLoaderData } from "@remix-run/react";
import { periods } from "../../rules/days";
import { mayOpen } from "../access";
import { Periods } from "../kit/periods";
import { titled } from "../kit/title";
import { PageHeader } from "../kit/ui/page-header";
import { page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { CallCentreTabs } from "./figures/call-centre-tabs";
import { CallsChart, CallsOutChart } from "./figures/calls-chart";
import { Definitions } from "./figures/definitions";
import { AgentFigures, FlowFigures, InboundFigures } from "./figures/figure-strip";
import { loadFigures } from "./figures/figures.server";

export const meta = titled("Call center statistics");

export const loader = page("/voice/call-center/dashboard/stats", async (given) => ({
  ...(await loadFigures(given, "hour")),
  history: mayOpen(given.viewer, routeFor("/voice/call-center/dashboard/dispositions-history")),
}));

export default function Statistics() {
  const { period, query, figures, history } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Call center statistics"
        text={`By the hour of the day: ${periods[period].toLowerCase()}.`}
        actions={<Periods period={period} />}
      />
      <CallCentreTabs current="stats" history={history} />
      <div className="grid gap-4">
        <InboundFigures sums={figures.total} target={figures.target} query={query} />
        <FlowFigures sums={figures.total} query={query} />
        <AgentFigures sums={figures.total} query={query} />
        <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
          <CallsChart title="Callers by hour" xLabel="Hour of the day" rows={figures.rows} />
          <CallsOutChart title="Calls out by hour" xLabel="Hour of the day" rows={figures.rows} />
        </div>
      </div>
      <Definitions />
    </>
  );
}
