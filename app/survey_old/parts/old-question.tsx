import { commas } from "../../../rules/format";
import type { OldSurveyDetail } from "../../../services/survey/contract.old";
import { href } from "../../href";
import { Card, CardHead } from "../../kit/ui/card";
import { Link } from "../../kit/ui/link";

type OldQuestionProps = { survey: number; question: OldSurveyDetail["questions"][number] };

/** A question of an old survey with its most frequent answers and their shares. */
export function OldQuestionAnswers({ survey, question }: OldQuestionProps) {
  const { id, number, text, type, answers_count, answers } = question;
  const shown = answers.reduce((sum, { count }) => sum + count, 0);
  return (
    <Card label={`Question ${number}`}>
      <CardHead title={`${number}. ${text}`} />
      {answers.length > 0 && (
        <ul className="divide-y divide-line">
          {answers.map(({ answer, count }) => (
            <li key={answer} className="flex justify-between gap-4 px-4 py-2.5">
              <span className="wrap-anywhere">{answer}</span>
              <span className="num shrink-0">
                {commas(count)} ({Math.round((count * 100) / answers_count)}%)
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="border-t border-line px-4 py-2.5 text-sm text-quiet">
        {type && `${type}. `}
        {answers_count === 0 ? (
          "No import brought answers to it."
        ) : (
          <>
            {shown < answers_count && `The ten most frequent answers. ${commas(answers_count - shown)} are others. `}
            <Link className="link" to={href("/survey_old/:id/answers", { id: survey }, { question: id })}>
              {answers_count === 1 ? "1 answer" : `All ${commas(answers_count)} answers`}
              <span className="sr-only"> to question {number}</span>
            </Link>
          </>
        )}
      </p>
    </Card>
  );
}
