import { href } from "../../href";
import { DateTime } from "../../kit/date-time";
import { Link } from "../../kit/ui/link";
import type { DryRunAnswer } from "./rules.server";

/** What a rule would do to past tickets; nothing was changed. */
export function DryRun({ answer }: { answer: DryRunAnswer }) {
  return (
    <section className="rounded border border-info p-3" role="status" aria-label="What the rule would do">
      <p>
        <b className="font-semibold">Nothing was changed.</b> Of the last {answer.examined.toLocaleString("en-KE")}{" "}
        tickets {answer.matched.toLocaleString("en-KE")} {answer.matched === 1 ? "matches" : "match"}.
      </p>
      {answer.tickets.length > 0 && (
        <ul className="mt-2 grid gap-1 text-sm">
          {answer.tickets.slice(0, 10).map((ticket) => (
            <li key={ticket.id} className="wrap-anywhere">
              <Link className="link" to={href("/ticketing/show/:index", { index: ticket.id })}>
                #{ticket.id} {ticket.subject}
              </Link>
              : {ticket.nothing ? "is already set" : ticket.would.join(", ")}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type Run = {
  id: number;
  automation_id: number;
  ticket_id: number;
  subject: string;
  event: string;
  outcome: string;
  at: string;
};

/** What the rules did lately. */
export function Runs({
  runs,
  names,
  zone,
}: {
  runs: readonly Run[];
  names: ReadonlyMap<number, string>;
  zone: string;
}) {
  return (
    <section className="card" aria-label="Recent automation runs">
      <div className="card-head">
        <h2>Recent automation runs</h2>
      </div>
      {runs.length === 0 && <p className="px-4 py-4 text-quiet">No rule has run yet.</p>}
      <ol className="divide-y divide-line">
        {runs.map((run) => (
          <li key={run.id} className="px-4 py-2 text-sm wrap-anywhere">
            <b className="font-medium">{names.get(run.automation_id) ?? "A deleted rule"}</b>, {run.event},{" "}
            <Link className="link" to={href("/ticketing/show/:index", { index: run.ticket_id })}>
              #{run.ticket_id}
            </Link>
            : {run.outcome}
            <span className="block text-quiet">
              <DateTime at={run.at} zone={zone} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
