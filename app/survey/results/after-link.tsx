import type { SurveyResponse } from "../../../services/survey/contract.responses";
import { href } from "../../href";
import { Link } from "../../kit/ui/link";

/** What someone was asked after; a sale has no page of its own. */
export function AfterLink({ after: { kind, record } }: { after: NonNullable<SurveyResponse["after"]> }) {
  if (kind === "sale") return <span>After sale #{record}</span>;
  const places = {
    chat: ["After a conversation", href("/chat/inbox", undefined, { chat: record })],
    ticket: [`After ticket #${record}`, href("/ticketing/show/:index", { index: record })],
    call: ["After a call", href("/voice/reports/calls/:id", { id: record })],
  } as const;
  const [label, to] = places[kind];
  return (
    <Link className="link" to={to}>
      {label}
    </Link>
  );
}
