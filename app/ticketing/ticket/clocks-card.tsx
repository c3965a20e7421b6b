import { showDate, showDay, showTime } from "../../../rules/format";
import { clockNames } from "../../../rules/ticket-labels";
import type { Explanation, SlaClock, TicketDetail } from "../../../services/ticketing/contract.schemas";
import { Status, type StatusKind } from "../../kit/ui/status";
import { minutesWords } from "../kit/labels";

type ClocksProps = { ticket: TicketDetail; zone: string; now: number };

/** The three clocks, and for each that runs the sum by which it is due when it is. */
export function ClocksCard({ ticket, zone, now }: ClocksProps) {
  const policy = ticket.policies[0]?.name;
  const explained = ticket.clocks.filter((clock) => clock.explanation);
  return (
    <section className="card" aria-label="Due times">
      <div className="card-head">
        <h2>Due times</h2>
        <p className="ml-auto text-sm text-quiet">
          {policy ? `Policy: ${policy}` : "No policy"}
          {policy && ticket.by_disposition?.policy && `, set by the disposition ${ticket.by_disposition.policy}`}
          {policy && ticket.policy_id !== null && ", chosen by hand"}
        </p>
      </div>
      {ticket.clocks.length === 0 ? (
        <p className="px-4 py-4 text-quiet">No policy covers this ticket, so it has no due time.</p>
      ) : (
        <dl className="grid divide-line max-md:divide-y md:auto-cols-fr md:grid-flow-col md:divide-x">
          {ticket.clocks.map((clock) => (
            <ClockFigure key={clock.id} clock={clock} zone={zone} now={now} />
          ))}
        </dl>
      )}
      {explained.map((clock) => (
        <Why key={clock.id} clock={clock} open={clock.kind === ticket.due_clock || explained.length === 1} />
      ))}
    </section>
  );
}

function clockState(clock: SlaClock, now: number): { kind: StatusKind; words: string } {
  const target = `target ${minutesWords(clock.target_minutes)}`;
  if (clock.state === "met") return { kind: "good", words: `Met, ${target}` };
  if (clock.state === "missed") return { kind: "bad", words: `Missed, ${target}` };
  if (clock.state === "paused")
    return { kind: "info", words: `Paused, ${minutesWords(clock.left_minutes)} of work time left` };
  if (clock.due_at && new Date(clock.due_at).getTime() <= now) return { kind: "bad", words: `Overdue, ${target}` };
  const close = clock.left_minutes < clock.target_minutes / 5;
  return { kind: close ? "warn" : "good", words: `${minutesWords(clock.left_minutes)} of work time left` };
}

function ClockFigure({ clock, zone, now }: { clock: SlaClock; zone: string; now: number }) {
  const { kind, words } = clockState(clock, now);
  const figure = clock.stopped_at
    ? `After ${minutesWords(clock.elapsed_minutes)}`
    : clock.due_at
      ? showDate(clock.due_at, zone)
      : "Paused";
  return (
    <div className="px-4 py-3">
      <dt className="text-sm text-quiet">{clockNames[clock.kind]}</dt>
      <dd className="num mt-0.5 font-semibold">{figure}</dd>
      <dd className="mt-0.5 text-sm">
        <Status kind={kind}>{words}</Status>
      </dd>
    </div>
  );
}

/** A due time is a sum that one can read: each part on its line, the total last. */
function Why({ clock, open }: { clock: SlaClock; open: boolean }) {
  const { explanation } = clock;
  if (!explanation) return null;
  return (
    <details className="border-t border-line" open={open}>
      <summary className="flex min-h-10 flex-wrap items-center gap-x-2 px-4 py-2 font-medium hover:bg-raised">
        Why {clockNames[clock.kind].toLowerCase()} is due then
      </summary>
      <div className="grid gap-2 px-4 pb-4">
        <p className="text-sm">{explanation.words}</p>
        <ol className="divide-y divide-line rounded border border-line text-sm">
          <li className="flex gap-3 px-3 py-2">
            <span className="min-w-0 flex-1">Budget, in work time ({explanation.time_zone})</span>
            <span className="num">{minutesWords(clock.target_minutes)}</span>
          </li>
          {explanationSteps(explanation).map((step) => (
            <li
              key={`${step.kind} ${step.from}`}
              className={`flex gap-3 px-3 py-2 ${step.kind === "due" ? "font-semibold" : ""}`}
            >
              <span className="num w-24 shrink-0 text-quiet">{showDay(step.from, explanation.time_zone)}</span>
              <span className="min-w-0 flex-1 wrap-anywhere">
                {stepWords[step.kind]}
                {step.name && `, ${step.name}`}
                {step.days > 1 && `, to ${showDay(step.until, explanation.time_zone)}`}
              </span>
              <span className={`num ${step.kind === "paused" ? "text-info" : ""}`}>
                {step.kind === "used" && "− "}
                {step.kind === "due" && showTime(step.from, explanation.time_zone)}
                {step.kind !== "due" && step.minutes > 0 && minutesWords(step.minutes)}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </details>
  );
}

type Step = Explanation["steps"][number];

const stepWords: Record<Step["kind"], string> = {
  used: "Used",
  closed: "Closed",
  holiday: "Holiday",
  exempted: "Exempted day",
  paused: "Paused",
  left: "Left",
  due: "Due",
};

const sums: readonly Step["kind"][] = ["used", "left"];

/** The sum's lines: days of the same kind that follow each other are one, closed hours say nothing. */
function explanationSteps({ steps }: Explanation): (Step & { days: number })[] {
  const lines: (Step & { days: number })[] = [];
  for (const step of steps) {
    if (step.kind === "closed") continue;
    const last = lines.at(-1);
    if (last && last.kind === step.kind && sums.includes(step.kind) && !last.name && !step.name) {
      last.minutes += step.minutes;
      last.until = step.until;
      last.days += 1;
    } else lines.push({ ...step, days: 1 });
  }
  return lines;
}
