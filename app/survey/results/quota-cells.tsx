import { commas } from "../../../rules/format";
import { answerFiltersKey } from "../../../rules/survey/answer-groups";
import { textIn } from "../../../rules/survey/graph";
import { questionFrom } from "../../../rules/survey/questions";
import { quotaConditionText, quotaFilters } from "../../../rules/survey/quotas";
import type { SurveyDetail } from "../../../services/survey/contract.schemas";
import { href, type Query } from "../../href";
import { Card } from "../../kit/ui/card";
import { Link } from "../../kit/ui/link";
import { Bar } from "../../kit/ui/progress";

type LimitedSurvey = Pick<SurveyDetail, "uuid" | "quotas" | "quota_cells" | "questions" | "languages">;
type ShownLimit = { id: number; label: string; detail: string; filters: Query; max_count: number; taken: number };

/** The limits of a survey: of each the target, how many completed responses belong to it, and how many are open. */
export function QuotaCells({ survey }: { survey: LimitedSurvey }) {
  const { uuid } = survey;
  const limits = [...listChoiceLimits(survey), ...listSeveral(survey)];
  if (limits.length === 0) return null;
  const open = limits.reduce((sum, { max_count, taken }) => sum + max_count - taken, 0);
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
              {["Limit", "", "Target", "Reached", "Open"].map((head, at) => (
                <th key={head} scope="col" className={`py-1 font-normal ${at > 1 ? "pl-3 text-right" : "pr-3"}`}>
                  {head || <span className="sr-only">Share</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {limits.map(({ id, label, detail, filters, max_count, taken }) => (
              <tr key={id}>
                <th scope="row" className="min-w-40 py-1 pr-3 text-left font-normal wrap-anywhere">
                  <Link className="link inline-block min-h-6" to={href("/survey/:uuid/responses", { uuid }, filters)}>
                    {label}
                  </Link>
                  {detail && <span className="block text-xs text-quiet">{detail}</span>}
                </th>
                <td className="w-1/4 py-1">
                  <Bar value={taken} max={max_count} label={label} />
                </td>
                <td className="num py-1 pl-3 text-right">{commas(max_count)}</td>
                <td className="num py-1 pl-3 text-right">{commas(taken)}</td>
                <td className="num py-1 pl-3 text-right">{commas(max_count - taken)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function listChoiceLimits({ quotas, questions, languages }: LimitedSurvey): ShownLimit[] {
  return quotas.map(({ question_id, choice_id, ...quota }) => {
    const question = questions.find((one) => one.id === question_id);
    const choice = question?.options.find((one) => one.id === choice_id);
    return {
      ...quota,
      label: choice ? textIn(choice.text, "", languages) : "Deleted choice",
      detail: question ? textIn(question.text, "", languages) : "",
      filters: { choice: choice_id },
    };
  });
}

function listSeveral({ quota_cells, questions, languages }: LimitedSurvey): ShownLimit[] {
  const graph = { questions: questions.map(questionFrom), languages };
  return quota_cells.map(({ name, conditions, ...quota }) => ({
    ...quota,
    label: name,
    detail: conditions.map((condition) => quotaConditionText(graph, condition)).join("; "),
    filters: { answers: answerFiltersKey(quotaFilters(conditions)) },
  }));
}
