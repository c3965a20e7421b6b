import { commas } from "../../../rules/format";
import { textIn } from "../../../rules/survey/graph";
import type { SurveyDetail } from "../../../services/survey/contract.schemas";
import { href } from "../../href";
import { Card } from "../../kit/ui/card";
import { Link } from "../../kit/ui/link";
import { Bar } from "../../kit/ui/progress";

/** The limits of a survey: of each choice the target, how many completed responses have it, and how many are open. */
export function QuotaCells({ survey }: { survey: Pick<SurveyDetail, "uuid" | "quotas" | "questions" | "languages"> }) {
  const { uuid, quotas, questions, languages } = survey;
  if (quotas.length === 0) return null;
  const open = quotas.reduce((sum, { max_count, taken }) => sum + max_count - taken, 0);
  return (
    <Card label="Limits" padded className="mb-4">
      <h2 className="font-semibold">Limits</h2>
      <p className="num text-sm text-quiet">
        Of all completed responses, whatever the filters.{" "}
        {open === 0 ? "All targets are reached." : `${commas(open)} open.`}
      </p>
      <div className="overflow-x-auto">
        <table className="mt-2 w-full max-w-[720px]">
          <caption className="sr-only">Limits</caption>
          <thead>
            <tr className="text-left text-sm text-quiet">
              {["Choice", "", "Target", "Reached", "Open"].map((head, at) => (
                <th key={head} scope="col" className={`py-1 font-normal ${at > 1 ? "pl-3 text-right" : "pr-3"}`}>
                  {head || <span className="sr-only">Share</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {quotas.map(({ id, question_id, choice_id, max_count, taken }) => {
              const question = questions.find((one) => one.id === question_id);
              const choice = question?.options.find((one) => one.id === choice_id);
              const label = choice ? textIn(choice.text, "", languages) : "Deleted choice";
              return (
                <tr key={id}>
                  <th scope="row" className="py-1 pr-3 text-left font-normal wrap-anywhere">
                    <Link
                      className="link inline-block min-h-6"
                      to={href("/survey/:uuid/responses", { uuid }, { choice: choice_id })}
                    >
                      {label}
                    </Link>
                    {question && (
                      <span className="block text-xs text-quiet">{textIn(question.text, "", languages)}</span>
                    )}
                  </th>
                  <td className="w-1/4 py-1">
                    <Bar value={taken} max={max_count} label={label} />
                  </td>
                  <td className="num py-1 pl-3 text-right">{commas(max_count)}</td>
                  <td className="num py-1 pl-3 text-right">{commas(taken)}</td>
                  <td className="num py-1 pl-3 text-right">{commas(max_count - taken)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
