// /crm/dashboard - the pipeline of deals, the forecast, leads by source and sales; each figure opens what it counts
import { useLoaderData } from "@remix-run/react";
import { LayoutDashboard } from "lucide-react";
import type { ReactNode } from "react";
import { formatMoney } from "../../rules/crm-money";
import { parsePeriod, periodDays, periods } from "../../rules/days";
import { axisDate, commas } from "../../rules/format";
import { mayOpen } from "../access";
import { href } from "../href";
import { Periods } from "../kit/periods";
import { titled } from "../kit/title";
import { Card, CardHead } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { Stat } from "../kit/ui/stat";
import { Status } from "../kit/ui/status";
import { expectStatus, page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { categoryKinds } from "./record/labels";

export const meta = titled("CRM dashboard");

export const loader = page("/crm/dashboard", async ({ api, url, viewer }) => {
  const period = parsePeriod(url.searchParams.get("days"));
  const span = periodDays(period, viewer.time_zone, new Date());
  const own = (when: "open" | "late") => api.crm.tasks({ query: { owner: "me", when, per_page: 1 } });
  const [summary, open, late] = await Promise.all([api.crm.dealsSummary({ query: span }), own("open"), own("late")]);
  return {
    period,
    span,
    summary: expectStatus(summary, 200),
    // Who sees no records has no tasks either.
    tasks: open.status === 200 && late.status === 200 ? { open: open.body.total, late: late.body.total } : undefined,
    may: {
      leads: mayOpen(viewer, routeFor("/crm/leads")),
      deals: mayOpen(viewer, routeFor("/crm/deals")),
      sales: mayOpen(viewer, routeFor("/crm/sales")),
    },
  };
});

type Amounts = readonly { currency: string; cents: number }[];

/** "KES 1,000.00, USD 20.00": sums of different currencies stand beside each other. */
function money(amounts: Amounts, none = "–"): string {
  return amounts.map(({ currency, cents }) => formatMoney(cents, currency)).join(", ") || none;
}

export default function CrmDashboard() {
  const { period, span, summary, tasks, may } = useLoaderData<typeof loader>();
  const { open, stages, sources, won, lost, sales, sold, forecast } = summary;
  const ended = won + lost;
  const to = (allowed: boolean, address: string) => (allowed ? { to: address } : {});
  const table = (query: Record<string, string | number>) => href("/crm/deals", undefined, { view: "table", ...query });
  return (
    <>
      <PageHeader
        title="CRM dashboard"
        text={`Sales, leads and deals that ended: ${periods[period].toLowerCase()}. What is open is as of now.`}
        actions={<Periods period={period} />}
      />
      <div className={`mb-4 grid grid-cols-2 gap-4 max-sm:gap-3 ${tasks ? "lg:grid-cols-3" : "lg:grid-cols-4"}`}>
        <Stat label="Open leads" value={commas(open.leads)} {...to(may.leads, href("/crm/leads"))} />
        <Stat
          label="Open deals"
          value={commas(open.deals)}
          note={money(open.values, "")}
          {...to(may.deals, table({}))}
        />
        <Stat
          label="Deals won"
          value={ended === 0 ? "–" : `${Math.round((won * 100) / ended)}%`}
          note={`${commas(won)} won, ${commas(lost)} lost`}
          {...to(may.deals, table({ state: "closed" }))}
        />
        <Stat
          label="Sales"
          value={commas(sales)}
          note={money(sold, "")}
          {...to(may.sales, href("/crm/sales", undefined, span))}
        />
        {tasks && (
          <>
            <Stat
              label="My open tasks"
              value={commas(tasks.open)}
              to={href("/crm/contactactions/tasks", undefined, { owner: "me" })}
            />
            <Stat
              label="My late tasks"
              value={commas(tasks.late)}
              late={tasks.late > 0}
              to={href("/crm/contactactions/tasks", undefined, { owner: "me", when: "late" })}
            />
          </>
        )}
      </div>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <Card label="Deals by stage">
          <CardHead title="Deals by stage" />
          <Lines
            empty="Deals appear here in the stages that they go through."
            lines={stages.map(({ id, name, category, probability, deals, values }) => ({
              key: String(id),
              label: <Status kind={categoryKinds[category]}>{name}</Status>,
              note: `${probability}% likely`,
              count: `${commas(deals)} ${deals === 1 ? "deal" : "deals"}`,
              value: money(values),
              to: may.deals ? table({ stage: id }) : undefined,
            }))}
          />
        </Card>
        <Card label="Forecast">
          <CardHead title="Forecast" />
          <Lines
            empty="Open deals with an expected close appear here by month."
            lines={forecast.map(({ month, deals, values, likely }) => ({
              key: month,
              label: axisDate(month),
              note: `of ${money(values)}`,
              count: `${commas(deals)} ${deals === 1 ? "deal" : "deals"}`,
              value: money(likely),
              to: may.deals ? table({ closes: month }) : undefined,
            }))}
          />
        </Card>
        <Card label="Leads by source">
          <CardHead title="Leads by source" />
          <Lines
            empty="Leads that are added in this period appear here."
            lines={sources.map(({ source, leads, converted }) => ({
              key: source,
              label: source || "No source",
              note: `${commas(converted)} converted`,
              count: `${commas(leads)} ${leads === 1 ? "lead" : "leads"}`,
              value: leads === 0 ? "–" : `${Math.round((converted * 100) / leads)}%`,
              to: may.leads ? href("/crm/leads", undefined, { state: "all", source: source || "none" }) : undefined,
            }))}
          />
        </Card>
      </div>
    </>
  );
}

type LineProps = {
  key: string;
  label: ReactNode;
  note: string;
  count: string;
  value: string;
  to: string | undefined;
};

function Lines({ lines, empty }: { lines: readonly LineProps[]; empty: string }) {
  if (lines.length === 0) return <EmptyState icon={LayoutDashboard} title="Nothing yet" text={empty} />;
  return (
    <ul className="divide-y divide-line sm:grid sm:grid-cols-[minmax(8rem,1fr)_auto_auto_auto]">
      {lines.map(({ key, label, note, count, value, to }) => (
        <li
          key={key}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1 px-4 py-2.5 sm:col-span-4 sm:grid-cols-subgrid"
        >
          <span className="wrap-anywhere">{label}</span>
          <span className="num text-right text-sm text-quiet max-sm:order-3 max-sm:text-left">{note}</span>
          <span className="num text-right text-sm max-sm:order-4">
            {to ? (
              <Link className="link" to={to}>
                {count}
                <span className="sr-only">: {typeof label === "string" ? label : key}</span>
              </Link>
            ) : (
              count
            )}
          </span>
          <span className="num text-right font-medium max-sm:order-2">{value}</span>
        </li>
      ))}
    </ul>
  );
}
