// /dashboard/sms - the SMS summary: the figures of the period and the last blasts
import { useLoaderData } from "@remix-run/react";
import { parsePeriod, periodDays, periods } from "../../rules/days";
import { showDate } from "../../rules/format";
import { showKes } from "../../rules/money";
import type { Blast } from "../../services/messaging/contract.blasts";
import { missingAccess } from "../access";
import { href } from "../href";
import { blastStatus, blastTitle, sendTime } from "../kit/blast-labels";
import { Periods } from "../kit/periods";
import { smsStats } from "../kit/sms-figures";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { PageHeader } from "../kit/ui/page-header";
import { Stat } from "../kit/ui/stat";
import { Status } from "../kit/ui/status";
import { type Column, RowLink, Table } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";
import { routeFor } from "../sitemap";

export const meta = titled("SMS summary");

export const loader = page("/dashboard/sms", async ({ api, url, viewer }) => {
  const period = parsePeriod(url.searchParams.get("days"));
  const query = periodDays(period, viewer.time_zone, new Date());
  const [summary, outbox] = await Promise.all([
    api.messaging.summary({ query }),
    api.messaging.outboxSummary({ query: { limit: 10 } }),
  ]);
  return {
    period,
    zone: viewer.time_zone,
    summary: expectStatus(summary, 200),
    blasts: expectStatus(outbox, 200).data,
    mayRead: !missingAccess(viewer, routeFor("/sms/history")),
  };
});

export default function SmsSummary() {
  const { period, zone, summary, blasts, mayRead } = useLoaderData<typeof loader>();
  const columns: Column<Blast>[] = [
    {
      name: "name",
      label: "Name",
      wide: true,
      cell: (blast) => {
        const name = blastTitle(blast);
        return mayRead ? <RowLink to={href("/sms/history/:id", { id: blast.id })}>{name}</RowLink> : name;
      },
    },
    {
      name: "recipients",
      label: "Recipients",
      align: "right",
      cell: (blast) => blast.recipients.toLocaleString("en-KE"),
      cardUnit: "recipients",
    },
    { name: "cost", label: "Cost", align: "right", alignEnd: true, cell: (blast) => showKes(blast.cost_cents) },
    {
      name: "status",
      label: "Status",
      alignEnd: true,
      cell: (blast) => {
        const { kind, word } = blastStatus[blast.status];
        return <Status kind={kind}>{word}</Status>;
      },
    },
    {
      name: "time",
      label: "Send time",
      muted: true,
      cell: (blast) => {
        const at = sendTime(blast);
        return <time dateTime={at}>{showDate(at, zone)}</time>;
      },
    },
  ];
  return (
    <>
      <PageHeader title="SMS summary" text={periods[period]} actions={<Periods period={period} />} />
      <div className="mb-4 grid grid-cols-2 gap-4 max-sm:gap-3 lg:grid-cols-5">
        {smsStats(summary, summary.before).map((stat) => (
          <Stat key={stat.label} {...stat} />
        ))}
      </div>
      <section className="card" aria-label="Last blasts">
        <div className="card-head">
          <h2>Last blasts</h2>
          {mayRead && blasts.length > 0 && (
            <LinkButton to={href("/dashboard/sms-outbox")} className="ml-auto">
              Campaign summary
            </LinkButton>
          )}
          {mayRead && blasts.length > 0 && <LinkButton to={href("/sms/history")}>All blasts</LinkButton>}
        </div>
        {blasts.length > 0 ? (
          <Table label="Last blasts" columns={columns} rows={blasts} id={(blast) => String(blast.id)} />
        ) : (
          <EmptyState title="No blasts yet" text="Your last bulk messages and their delivery appear here." />
        )}
      </section>
    </>
  );
}
