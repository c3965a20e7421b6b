import { breakOffNames } from "../../../rules/survey/interviews";
import type { InterviewPeriod } from "../../../services/survey/contract.interviews";
import type { SurveyResponse } from "../../../services/survey/contract.responses";
import { href } from "../../href";
import { DateTime } from "../../kit/date-time";
import { LinkButton } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { Link } from "../../kit/ui/link";

type PeriodsProps = { uuid: string; response: SurveyResponse; zone: string };

/** Who interviewed, from when to when, and why it was broken off; nothing where no one did. */
export function InterviewPeriods({ uuid, response: { id, interviews, ended_at }, zone }: PeriodsProps) {
  if (interviews.length === 0) return null;
  return (
    <Card label="Interview" className="mb-4">
      <CardHead title="Interview">
        {ended_at === null && (
          <LinkButton to={href("/survey/:uuid/interview/:id", { uuid, id })}>Open the interview</LinkButton>
        )}
      </CardHead>
      <ol className="divide-y divide-line">
        {interviews.map((period) => (
          <li key={`${period.begun_at} ${period.interviewer_id}`} className="grid gap-1 px-4 py-3">
            <span className="flex flex-wrap gap-x-4">
              <b className="font-medium">{period.interviewer}</b>
              <span className="text-quiet">
                <DateTime at={period.begun_at} zone={zone} />
                {" to "}
                {period.ended_at ? <DateTime at={period.ended_at} zone={zone} /> : "now"}
              </span>
              <Source period={period} />
            </span>
            {period.reason !== "" && (
              <span className="text-sm text-quiet">
                {period.reason === "taken over" ? "Taken over" : breakOffNames[period.reason]}
              </span>
            )}
            {period.note && <span className="text-sm whitespace-pre-wrap wrap-anywhere">{period.note}</span>}
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** What it was begun from. */
function Source({ period: { source, source_id } }: { period: InterviewPeriod }) {
  if (source === "") return null;
  if (source === "person") return <span className="text-quiet">From a conversation</span>;
  const places = {
    call: ["Call", href("/voice/reports/calls/:id", { id: source_id })],
    ticket: [`Ticket #${source_id}`, href("/ticketing/show/:index", { index: source_id })],
    lead: ["Lead", href("/crm/lead/:index", { index: source_id })],
    contact: ["Contact", href("/crm/contact/:index", { index: source_id })],
    deal: ["Deal", href("/crm/deal/:index", { index: source_id })],
    customer: ["Customer", href("/customer", undefined, { who: source_id })],
  } as const;
  const [label, to] = places[source];
  return (
    <Link className="link" to={to}>
      {label}
    </Link>
  );
}
