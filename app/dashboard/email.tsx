// /dashboard/email - what was sent by email, and what came back; each figure opens its list
import { useLoaderData } from "@remix-run/react";
import { Send } from "lucide-react";
import { parsePeriod, periodDays, periods } from "../../rules/days";
import { complaintLimit, unsubscribeLimit } from "../../rules/email";
import { axisDate, commas } from "../../rules/format";
import { mayOpen } from "../access";
import { href } from "../href";
import { Periods } from "../kit/periods";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { CountChart } from "../kit/ui/count-chart";
import { DescriptionList } from "../kit/ui/description-list";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { expectStatus, page } from "../shell/page.server";
import { routeFor } from "../sitemap";

const path = "/dashboard/email";

export const meta = titled("Email summary");

export const loader = page(path, async ({ api, url, viewer }) => {
  const period = parsePeriod(url.searchParams.get("days"));
  const query = periodDays(period, viewer.time_zone, new Date());
  const summary = expectStatus(await api.email.emailSummary({ query }), 200);
  return {
    ...{ period, summary, query },
    maySend: mayOpen(viewer, routeFor("/email/bulk")),
    maySetUp: mayOpen(viewer, routeFor("/email/domains")),
  };
});

const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
const percent = (value: number) => `${(value * 100).toFixed(2)}%`;

export default function EmailSummary() {
  const { period, summary, query, maySend, maySetUp } = useLoaderData<typeof loader>();
  const { sent, bounced, complaints, unsubscribes } = summary;
  const accepted = sent + bounced;
  const outbox = href("/email/outbox", undefined, { start_date: query.start_date, end_date: query.end_date });
  const suppressed = (source: string) => href("/email/suppressions", undefined, { source });
  const limit = (value: number, most: number) =>
    `${percent(value)}, ${value > most ? "over" : "under"} the limit of ${percent(most)}`;
  const facts = [
    { label: "Sent", value: sent, to: outbox },
    { label: "Bounced", value: bounced, to: suppressed("bounce"), note: percent(share(bounced, accepted)) },
    {
      label: "Complaints",
      value: complaints,
      to: suppressed("complaint"),
      note: limit(share(complaints, accepted), complaintLimit),
    },
    {
      label: "Unsubscribed",
      value: unsubscribes,
      to: suppressed("unsubscribe"),
      note: limit(share(unsubscribes, accepted), unsubscribeLimit),
    },
    { label: "Waiting now", value: summary.waiting, to: href("/email/outbox", undefined, { status: "sending" }) },
    { label: "Unknown, of all time", value: summary.unknown, to: href("/email/outbox") },
    { label: "Suppressed addresses", value: summary.suppressed_addresses, to: href("/email/suppressions") },
    ...(maySetUp
      ? [
          {
            label: "Proved domains",
            value: summary.proved_domains,
            to: href("/email/domains"),
            note: `of ${commas(summary.domains)}`,
          },
        ]
      : []),
  ];
  return (
    <>
      <PageHeader
        title="Email summary"
        text={`${periods[period]}. Each figure opens its list.`}
        actions={
          <>
            <Periods period={period} />
            {maySend && (
              <LinkButton to={href("/email/bulk")} variant="primary" icon={Send}>
                New bulk email
              </LinkButton>
            )}
          </>
        }
      />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <DescriptionList
          facts={facts.map(({ label, value, to, note }) => ({
            label,
            value: (
              <Link className="link num" to={to}>
                {commas(value)}
              </Link>
            ),
            ...(note ? { note } : {}),
          }))}
        />
        <CountChart
          title="Emails per day"
          yLabel="Emails"
          xLabel="Day"
          places={summary.days.map(({ day }) => axisDate(day))}
          series={[
            { label: "Sent", values: summary.days.map((day) => day.sent) },
            { label: "Bounced", values: summary.days.map((day) => day.bounced) },
          ]}
        />
      </div>
    </>
  );
}
