// /chat/reports/dashboard - conversations in all, over time, by way in and by disposition
import { useLoaderData, useLocation } from "@remix-run/react";
import { Download } from "lucide-react";
import { href } from "../href";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { CountChart } from "../kit/ui/count-chart";
import { KeyValues } from "../kit/ui/description-list";
import { Link } from "../kit/ui/link";
import { Stat } from "../kit/ui/stat";
import { expectStatus, page } from "../shell/page.server";
import { channelNames } from "./inbox/labels";
import { reportFrom } from "./reports/report.server";
import { leading } from "./reports/report-columns";
import { ReportFrame } from "./reports/report-frame";
import { dayWords, figure, ofCount, percent, stars, took } from "./reports/report-labels";

export const meta = titled("Chat reports");

export const loader = page("/chat/reports/dashboard", async (given) => {
  const filters = await reportFrom(given);
  return { ...filters, ...expectStatus(await given.api.chat.reportDashboard({ query: filters.search }), 200) };
});

type Figures = ReturnType<typeof useLoaderData<typeof loader>>;
type ReportLinks = ReturnType<typeof leading>;

export default function Dashboard() {
  const { total, spans, channels, dispositions, ...filters } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const { to, linked } = leading(filters.search, filters.period);
  const all = {
    label: "Total",
    value: linked(figure(total.chats), total.chats, {}, "chats"),
    strong: true,
    rule: true,
  };
  return (
    <ReportFrame current="Dashboard" {...filters}>
      <Totals total={total} to={to} />
      <OverTime spans={spans} linked={linked} search={search} />
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-2">
        <section className="card" aria-label="By channel">
          <div className="card-head">
            <h2>By channel</h2>
            <Link className="link ml-auto text-sm" to={`${href("/chat/reports/channels")}${search}`}>
              All figures
            </Link>
          </div>
          <div className="p-4">
            <KeyValues
              rows={[
                ...channels.map(({ id, name, channel, chats, filter }) => ({
                  label: channel ? `${channelNames[channel]}: ${name || id}` : name,
                  value: linked(figure(chats), chats, filter, `chats: ${name}`),
                })),
                all,
              ]}
            />
          </div>
        </section>
        <section className="card" aria-label="By disposition">
          <div className="card-head">
            <h2>By disposition</h2>
          </div>
          <div className="p-4">
            <KeyValues
              rows={[
                ...dispositions.map(({ name, chats, filter }) => ({
                  label: name,
                  value: linked(figure(chats), chats, filter, `chats: ${name}`),
                })),
                all,
              ]}
            />
          </div>
        </section>
      </div>
    </ReportFrame>
  );
}

/** What there was in all, each figure with its conversations. */
function Totals({ total, to }: Pick<Figures, "total"> & Pick<ReportLinks, "to">) {
  const stat = (label: string, value: string, count: number, more: Record<string, string>, note?: string) => {
    const path = to(count, more);
    return <Stat label={label} value={value} {...(note ? { note } : {})} {...(path ? { to: path } : {})} />;
  };
  return (
    <div className="grid grid-cols-2 gap-4 max-sm:gap-3 lg:grid-cols-4">
      {stat("Chats", figure(total.chats), total.chats, {}, `${figure(total.in_hours)} received in business hours`)}
      {stat(
        "Answered",
        figure(total.answered),
        total.answered,
        { answered: "yes" },
        `${percent(total.answered, total.chats)}% by a person`,
      )}
      {stat(
        "Not answered",
        figure(total.unanswered),
        total.unanswered,
        { answered: "no" },
        `${figure(total.waiting)} waiting now`,
      )}
      {stat("Ended", figure(total.ended), total.ended, { state: "ended" }, `${figure(total.open)} open now`)}
      {stat(
        "First response",
        ofCount(total.answered, took(total.first_response_seconds)),
        total.answered,
        { answered: "yes" },
        `${took(total.first_response_business_seconds)} in business hours, ${took(total.first_response_outside_seconds)} outside`,
      )}
      {stat(
        "Handle time",
        ofCount(total.handled, took(total.handle_seconds)),
        total.handled,
        { handled: "yes" },
        `of ${figure(total.handled)} chats`,
      )}
      {stat(
        "Rating",
        ofCount(total.rated, stars(total.rating)),
        total.rated,
        { rating: "any" },
        `of 5, from ${figure(total.rated)} customers`,
      )}
      {stat(
        "Satisfied",
        ofCount(total.rated, `${percent(total.satisfied, total.rated)}%`),
        total.satisfied,
        { rating: "satisfied" },
        `${figure(total.satisfied)} gave 4 or 5`,
      )}
    </div>
  );
}

type OverTimeProps = Pick<Figures, "spans"> & Pick<ReportLinks, "linked"> & { search: string };

/** By day, or by month where the period is long. */
function OverTime({ spans, linked, search }: OverTimeProps) {
  const months =
    spans.length > 0 && spans[0]?.start.slice(0, 7) !== spans.at(-1)?.start.slice(0, 7) && spans.length < 40;
  const long = months && spans.some(({ start, end }) => start !== end);
  const words = ({ start }: (typeof spans)[number]) => (long ? dayWords(start.slice(0, 7)) : dayWords(start.slice(5)));
  return (
    <section className="mt-4 grid min-w-0 gap-2" aria-label="Chats over time">
      <CountChart
        title={long ? "Chats by month" : "Chats by day"}
        yLabel="Chats"
        xLabel={long ? "Month" : "Day"}
        places={spans.map(words)}
        series={[
          { label: "Began", values: spans.map(({ chats }) => chats) },
          { label: "Answered", values: spans.map(({ answered }) => answered) },
        ]}
      />
      <details className="text-sm">
        <summary className="link w-fit py-1">Chats by period</summary>
        <ul className="mt-1 grid gap-x-4 sm:grid-cols-2 lg:grid-cols-3">
          {spans.map((span) => {
            const days = { from: span.start, to: span.end };
            return (
              <li key={span.start} className="flex flex-wrap gap-x-3 py-0.5">
                <span className="num w-16 text-quiet">{words(span)}</span>
                {linked(`began ${figure(span.chats)}`, span.chats, days, `: ${words(span)}`)}
                {linked(
                  `answered ${figure(span.answered)}`,
                  span.answered,
                  { ...days, answered: "yes" },
                  `: ${words(span)}`,
                )}
                {linked(`ended ${figure(span.ended)}`, span.ended, { ...days, state: "ended" }, `: ${words(span)}`)}
              </li>
            );
          })}
        </ul>
        <LinkButton
          className="mt-2"
          icon={Download}
          to={`${href("/chat/reports/dashboard.csv")}${search}`}
          reloadDocument
        >
          Export CSV
        </LinkButton>
      </details>
    </section>
  );
}
