import type { AnswerEdit } from "../../../services/survey/contract.edits";
import { DateTime } from "../../kit/date-time";

/** What an answer was before it was corrected, by whom, when and why; the latest correction first. */
export function AnswerHistory({ edits, zone }: { edits: readonly AnswerEdit[]; zone: string }) {
  return (
    <ul className="mt-1 grid gap-1" aria-label="Corrections">
      {edits.map(({ before, by, at, reason }) => (
        <li key={`${at} ${before}`}>
          Corrected by {by || "a program"}, <DateTime at={at} zone={zone} />. Before:{" "}
          {before === "" ? "left out" : `“${before}”`}. Reason: {reason}
        </li>
      ))}
    </ul>
  );
}
