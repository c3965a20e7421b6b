// /voice/monitor - the call centre now: who waits, what each agent does, and today's figures; on a desk and on a wall
import { useLoaderData } from "@remix-run/react";
import { Maximize2, X } from "lucide-react";
import { commas, duration, showTime } from "../../rules/format";
import { callFigures } from "../../rules/voice-metrics";
import { href } from "../href";
import { percent, took } from "../kit/call-labels";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { PageHeader } from "../kit/ui/page-header";
import { useLive } from "../kit/use-live";
import { useEventRevalidate } from "../shell/live";
import { expectStatus, page } from "../shell/page.server";
import { CallsChart } from "./figures/calls-chart";
import { Definitions } from "./figures/definitions";
import { InboundFigures } from "./figures/figure-strip";
import { AgentsCard } from "./monitor/agents-card";
import { QueuesCard, WaitingCard } from "./monitor/queues-card";
import { useClock } from "./monitor/use-clock";

export const meta = titled("Monitor");

export const loader = page("/voice/monitor", async ({ api, url, viewer }) => {
  const queue = url.searchParams.get("queue") ?? "";
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: viewer.time_zone }).format(new Date());
  return {
    monitor: expectStatus(await api.voice.monitor({ query: { queue } }), 200),
    ...{ queue, wall: url.searchParams.get("wall") === "1", today },
  };
});

export default function Monitor() {
  const { monitor, queue, wall, today } = useLoaderData<typeof loader>();
  const { at, zone, target, queues, halfHours, waiting, agents } = monitor;
  const now = useClock(at);
  useEventRevalidate(["voice.call", "voice.agent"]);
  // Wrap-up and breaks end by the clock, which tells nobody.
  useLive(true, 30_000);
  const own = queue ? { queue } : {};
  const query = { from: today, to: today, ...own };
  return (
    <>
      <PageHeader
        title="Monitor"
        text={`Today, as of ${showTime(at, zone)}. It changes by itself; without script, refresh it.`}
        actions={
          <>
            {queue && (
              <LinkButton to={href("/voice/monitor", undefined, wall ? { wall: 1 } : {})} icon={X}>
                Queue: {queue}
              </LinkButton>
            )}
            <LinkButton to={href("/voice/monitor/statistics")}>Agents over days</LinkButton>
            <LinkButton to={href("/voice/monitor", undefined, { ...own, ...(wall ? { wall: 1 } : {}) })}>
              Refresh
            </LinkButton>
            {wall ? (
              <LinkButton to={href("/voice/monitor", undefined, own)} icon={X}>
                Leave the wall
              </LinkButton>
            ) : (
              <LinkButton to={href("/voice/monitor", undefined, { ...own, wall: 1 })} icon={Maximize2}>
                Wall screen
              </LinkButton>
            )}
          </>
        }
      />
      {wall ? (
        <Wall monitor={monitor} now={now} />
      ) : (
        <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_320px]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <InboundFigures sums={monitor.today} target={target} query={query} />
            <QueuesCard queues={queues} target={target} now={now} />
            <CallsChart title="Callers by half hour" xLabel="Half hour" rows={halfHours} />
            <WaitingCard waiting={waiting} target={target} now={now} />
            <Definitions />
          </div>
          <AgentsCard agents={agents} now={now} />
        </div>
      )}
    </>
  );
}

type MonitorAnswer = { monitor: Awaited<ReturnType<typeof loader>>["monitor"]; now: number };

/** Few figures, read from across the room. */
function Wall({ monitor, now }: MonitorAnswer) {
  const { today, target, waiting, agents } = monitor;
  const figures = callFigures(today);
  const longest = waiting[0] ? (now - Date.parse(waiting[0].enqueuedAt)) / 1_000 : 0;
  const missed = figures.serviceLevel !== null && figures.serviceLevel < target.percent;
  const late = longest > target.seconds;
  const count = (...wanted: string[]) => agents.filter(({ activity }) => wanted.includes(activity)).length;
  const tiles = [
    {
      label: "Waiting",
      value: commas(waiting.length),
      note: waiting.length > 0 ? `Longest ${duration(longest)}` : "No one",
      bad: late,
    },
    {
      label: `Service level in ${target.seconds} s`,
      value: percent(figures.serviceLevel),
      note: `Target ${target.percent}%`,
      bad: missed,
    },
    { label: "Speed of answer", value: took(figures.averageSpeedOfAnswer), note: "Average", bad: false },
    {
      label: "Abandoned",
      value: percent(figures.abandonment),
      note: `${commas(today.abandoned)} of ${commas(figures.offered)}`,
      bad: false,
    },
    {
      label: "Available",
      value: commas(count("available")),
      note: `${commas(count("talking", "holding", "ringing"))} on calls`,
      bad: waiting.length > 0 && count("available") === 0,
    },
    {
      label: "On break",
      value: commas(count("on_break")),
      note: `${commas(count("wrapping"))} wrapping up`,
      bad: false,
    },
  ];
  return (
    <section className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3" aria-label="Wall">
      {tiles.map(({ label, value, note, bad }) => (
        <div key={label} className={`card p-8 ${bad ? "border-bad" : ""}`}>
          <p className="text-xl text-quiet">{label}</p>
          <p className={`num mt-2 text-[64px] leading-none font-semibold ${bad ? "text-bad" : ""}`}>
            {bad && "▲ "}
            {value}
          </p>
          <p className="num mt-3 text-xl text-quiet">{note}</p>
        </div>
      ))}
    </section>
  );
}
