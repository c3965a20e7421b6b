// /ticketing/dashboard - how tickets stand: by status, stage, priority and week
import { useLoaderData, useNavigation } from "@remix-run/react";
import { AlarmClock, CalendarClock, CircleDot, Ticket, UserRoundX } from "lucide-react";
import type { ReactNode } from "react";
import { axisDate } from "../../rules/format";
import { href, type Query } from "../href";
import { titled } from "../kit/title";
import { BarChart } from "../kit/ui/bar-chart";
import { KeyValues } from "../kit/ui/description-list";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { Stat } from "../kit/ui/stat";
import { expectStatus, page } from "../shell/page.server";
import { meanText, statusWords } from "./kit/labels";
import { manages, oversees } from "./kit/rights";
import { DaysChart } from "./reports/days-chart";
import { Begin } from "./tickets/begin";
import { DeletedTickets } from "./tickets/deleted-tickets";

export const meta = titled("Ticketing dashboard");

export const loader = page("/ticketing/dashboard", async ({ api, viewer }) => {
  const [tickets, stages, incidents, weeks, rate] = await Promise.all([
    api.ticketing.ticketsSummary({}),
    api.ticketing.stagesSummary({}),
    api.ticketing.incidentsSummary({}),
    api.ticketing.weeksSummary({}),
    api.ticketing.resolutionRate({}),
  ]);
  // One figure that can't be had never blanks the others.
  const had = <B,>(answer: { status: number; body: unknown }) =>
    answer.status === 200 ? (answer.body as B) : undefined;
  return {
    tickets: expectStatus(tickets, 200),
    stages: had<Extract<typeof stages, { status: 200 }>["body"]>(stages)?.data,
    incidents: had<Extract<typeof incidents, { status: 200 }>["body"]>(incidents),
    weeks: had<Extract<typeof weeks, { status: 200 }>["body"]>(weeks)?.data,
    rate: had<Extract<typeof rate, { status: 200 }>["body"]>(rate),
    oversees: oversees(viewer),
    manages: manages(viewer),
  };
});

const icons = { Overdue: AlarmClock, "Due today": CalendarClock, "Not resolved": CircleDot, Unassigned: UserRoundX };

function month({ start, end }: { start: string; end: string }): Query {
  return { date_filter: "created", start, end };
}

function compared(now: number, before: number): { kind: "good" | "bad" | "plain"; text: string } {
  const points = Math.round((now - before) * 10) / 10;
  if (points === 0) return { kind: "plain", text: "as before" };
  return { kind: points > 0 ? "good" : "bad", text: `${Math.abs(points)} points ${points > 0 ? "up" : "down"}` };
}

type Figures = ReturnType<typeof useLoaderData<typeof loader>>;
/** A count that leads to its tickets, where the viewer may see them all. */
type LinkedCount = (count: number, query: Query, what: string) => ReactNode;

function linkedCount(oversees: boolean): LinkedCount {
  return (count, query, what) =>
    oversees ? (
      <Link className="link" to={href("/ticketing/tickets", undefined, query)}>
        {count.toLocaleString("en-KE")}
        <span className="sr-only"> {what}</span>
      </Link>
    ) : (
      count.toLocaleString("en-KE")
    );
}

export default function Dashboard() {
  const { tickets, stages, incidents, weeks, rate, oversees, manages } = useLoaderData<typeof loader>();
  const posting = useNavigation().state === "submitting";
  const linked = linkedCount(oversees);
  return (
    <>
      <PageHeader
        title="Ticketing dashboard"
        text={`${tickets.total.toLocaleString("en-KE")} tickets in total. Select a figure to see its tickets.`}
      />
      <DeletedTickets working={posting} />
      {tickets.total === 0 && <Begin oversees={oversees} manages={manages} />}
      <OpenFigures tickets={tickets} oversees={oversees} />
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-3">
        <StatusCard tickets={tickets} linked={linked} />
        {rate && <ResolutionCard rate={rate} linked={linked} />}
        {incidents && <IncidentsCard incidents={incidents} linked={linked} />}
      </div>
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-2">
        {stages && <StagesChart stages={stages} oversees={oversees} />}
        {weeks && (
          <DaysChart
            title="Twelve weeks"
            xLabel="Weeks from Monday. The last one is not complete"
            spans={weeks.map(({ week, created, resolved, breached }) => ({
              name: axisDate(week),
              start: week,
              end: new Date(Date.parse(`${week}T12:00:00Z`) + 6 * 86_400_000).toISOString().slice(0, 10),
              counts: { created, resolved, breached },
            }))}
            lead={(query) => (oversees ? href("/ticketing/tickets", undefined, query) : undefined)}
          />
        )}
      </div>
    </>
  );
}

/** What waits for somebody, each figure with its tickets. */
function OpenFigures({ tickets, oversees }: Pick<Figures, "tickets" | "oversees">) {
  const ofOpen = (count: number) =>
    tickets.unresolved === 0 ? "None open" : `${Math.round((count / tickets.unresolved) * 100)}% of those open`;
  const figures: [label: keyof typeof icons, count: number, query: Query, note: string][] = [
    ["Not resolved", tickets.unresolved, { status: "unresolved" }, "New, open or pending"],
    ["Overdue", tickets.overdue, { due: "overdue" }, ofOpen(tickets.overdue)],
    ["Due today", tickets.due_today, { due: "today" }, ofOpen(tickets.due_today)],
    ["Unassigned", tickets.unassigned, { member: "none", status: "unresolved" }, ofOpen(tickets.unassigned)],
  ];
  return (
    <div className="grid grid-cols-2 gap-4 max-sm:gap-3 lg:grid-cols-5">
      {figures.map(([label, count, query, note]) => (
        <Stat
          key={label}
          label={label}
          value={count.toLocaleString("en-KE")}
          note={note}
          icon={icons[label]}
          late={label === "Overdue" && count > 0}
          {...(oversees ? { to: href("/ticketing/tickets", undefined, query) } : {})}
        />
      ))}
      <Stat
        label="Mine"
        value={tickets.mine.toLocaleString("en-KE")}
        note="not resolved"
        icon={Ticket}
        to={href("/ticketing/main", undefined, { status: "unresolved" })}
      />
    </div>
  );
}

function StatusCard({ tickets, linked }: Pick<Figures, "tickets"> & { linked: LinkedCount }) {
  return (
    <FigureCard title="By status">
      <KeyValues
        rows={[
          ...tickets.by_status.map(({ name, tickets: count }) => ({
            label: statusWords[name].word,
            value: linked(count, { status: name }, `tickets that are ${statusWords[name].word.toLowerCase()}`),
          })),
          { label: "Total", value: linked(tickets.total, {}, "tickets"), strong: true, rule: true },
        ]}
      />
    </FigureCard>
  );
}

function ResolutionCard({ rate, linked }: { rate: NonNullable<Figures["rate"]>; linked: LinkedCount }) {
  return (
    <FigureCard title="Resolution, last 30 days">
      <KeyValues
        rows={[
          { label: "Opened", value: linked(rate.created, month(rate), "tickets opened") },
          {
            label: "Resolved",
            value: (
              <>
                {linked(rate.resolved, { ...month(rate), status: "done" }, "resolved")} ({rate.rate}%)
              </>
            ),
          },
          { label: "Against the 30 days before", value: compared(rate.rate, rate.before.rate).text },
          {
            label: "Resolved on time (tickets with a target)",
            value: (
              <>
                {linked(rate.in_time, { ...month(rate), status: "done", sla: "met" }, "resolved in time")} (
                {rate.in_time_rate}%)
              </>
            ),
          },
          {
            label: "First response, mean work time",
            value: meanText(rate.first_response_minutes, rate.first_response_count),
          },
          { label: "Resolution, mean work time", value: meanText(rate.resolution_minutes, rate.resolution_count) },
        ]}
      />
    </FigureCard>
  );
}

function IncidentsCard({ incidents, linked }: { incidents: NonNullable<Figures["incidents"]>; linked: LinkedCount }) {
  const { type_id: type } = incidents;
  return (
    <FigureCard title="Open incidents">
      <KeyValues
        rows={[
          ...incidents.data.map(({ id, name, tickets: count }) => ({
            label: name,
            value: type
              ? linked(count, { type, priority: id, status: "unresolved" }, `open, ${name}`)
              : count.toLocaleString("en-KE"),
          })),
          {
            label: "Total open",
            value: type
              ? linked(incidents.open, { type, status: "unresolved" }, "open incidents")
              : incidents.open.toLocaleString("en-KE"),
            strong: true,
            rule: true,
          },
        ]}
      />
    </FigureCard>
  );
}

function FigureCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card" aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
      </div>
      <div className="p-4">{children}</div>
    </section>
  );
}

function StagesChart({ stages, oversees }: { stages: NonNullable<Figures["stages"]>; oversees: boolean }) {
  // Closed tickets only grow in number: beside them the work at hand would be a line.
  const working = stages.filter(({ status }) => status !== "closed");
  return (
    <div className="grid min-w-0 gap-2">
      <BarChart
        title="Tickets by stage"
        yLabel="Tickets"
        xLabel="Stage, without closed tickets"
        places={working.map(({ name }) => name)}
        series={[
          { label: "On time or done", values: working.map((stage) => stage.tickets - stage.overdue) },
          { label: "Overdue", values: working.map((stage) => stage.overdue), late: true },
        ]}
      />
      {oversees && (
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {stages.map(({ id, name, tickets: count }) => (
            <Link key={id} className="link" to={href("/ticketing/tickets", undefined, { stage: id })}>
              {name}: {count.toLocaleString("en-KE")}
            </Link>
          ))}
        </p>
      )}
    </div>
  );
}
