// /voice/call-center - the call centre today: its figures and the calls that came last
import { useLoaderData } from "@remix-run/react";
import { Phone } from "lucide-react";
import { mayOpen } from "../access";
import { href } from "../href";
import { numberWords, statusWords } from "../kit/call-labels";
import { DateTime } from "../kit/date-time";
import { titled } from "../kit/title";
import { Card, CardHead } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { useEventRevalidate } from "../shell/live";
import { expectStatus, page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { CallCentreTabs } from "./figures/call-centre-tabs";
import { AgentFigures, InboundFigures } from "./figures/figure-strip";

export const meta = titled("Call center");

export const loader = page("/voice/call-center", async ({ api, viewer }) => {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: viewer.time_zone }).format(new Date());
  const query = { from: today, to: today };
  const [figures, recent] = await Promise.all([
    api.voice.figures({ query: { ...query, by: "queue" } }),
    api.voice.recentCalls({ query: { per_page: 8 } }),
  ]);
  const { total, target } = expectStatus(figures, 200);
  const history = mayOpen(viewer, routeFor("/voice/call-center/dashboard/dispositions-history"));
  return { total, target, query, recent: expectStatus(recent, 200).data, history, zone: viewer.time_zone };
});

export default function CallCentre() {
  const { total, target, query, recent, history, zone } = useLoaderData<typeof loader>();
  useEventRevalidate(["voice.call"]);
  return (
    <>
      <PageHeader title="Call center" text="Calls of today, as they come." />
      <CallCentreTabs current="now" history={history} />
      <div className="grid gap-4">
        <InboundFigures sums={total} target={target} query={query} />
        <AgentFigures sums={total} query={query} />
        <Card label="Recent calls">
          <CardHead title="Recent calls">
            <Link className="link text-sm" to={href("/voice/call-center/dashboard/recent-calls")}>
              All recent calls
            </Link>
          </CardHead>
          {recent.length === 0 ? (
            <EmptyState icon={Phone} title="No calls yet" text="Calls appear here as soon as they ring." />
          ) : (
            <ul className="divide-y divide-line">
              {recent.map(({ id, phoneNumber, name, userName, startedAt, status }) => (
                <li key={id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2.5">
                  <Link className="link num min-w-40 flex-1" to={href("/voice/reports/calls/:id", { id })}>
                    {name || numberWords(phoneNumber)}
                  </Link>
                  <span className="text-sm text-quiet">{userName}</span>
                  <span className="num text-sm text-quiet">
                    <DateTime at={startedAt} zone={zone} />
                  </span>
                  <Status kind={statusWords[status].kind}>{statusWords[status].word}</Status>
                </li>
              ))}
            </ul>
          )}
        </Card>
      </div>
    </>
  );
}
