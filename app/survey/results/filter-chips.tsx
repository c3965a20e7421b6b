import { answerFiltersText } from "../../../rules/survey/answer-groups";
import { surveyLanguages, textIn } from "../../../rules/survey/graph";
import { graphFrom } from "../../../rules/survey/questions";
import { dispositionNames } from "../../../rules/survey/sessions";
import type { SurveyDetail } from "../../../services/survey/contract.schemas";
import type { Query } from "../../href";
import { withQuery } from "../../kit/list";
import { sessionChannelName } from "../../kit/survey-runs/labels";
import { Filters } from "../../kit/ui/filters";
import { responseStates } from "../$uuid.responses.list";

/** The filters of the results as a link has them: what is as usual is left out. */
export function filterQuery(filters: Query): Query {
  return { ...filters, state: filters.state === "completed" ? undefined : filters.state };
}

type ChipsProps = {
  survey: SurveyDetail;
  /** The filters of the results, without what the page itself asks for. */
  filters: Query;
  /** The query of the page, and of it what is no filter of the results. */
  search: string;
  keeps: readonly string[];
};

/** The filters of the results that a page below them has from its address; each can be removed. */
export function FilterChips({ survey, filters, search, keeps }: ChipsProps) {
  const given = Object.entries(filterQuery(filters)).filter(([, value]) => value !== undefined && value !== null);
  const chips = given.map(([name, value]) => ({
    label: labels[name] ?? `${name.slice(0, 1).toUpperCase()}${name.slice(1).replaceAll("_", " ")}`,
    value: filterText(survey, name, String(value)),
    remove: withQuery(search, { [name]: undefined }),
  }));
  if (chips.length === 0) return null;
  const params = new URLSearchParams(search);
  const cleared = Object.fromEntries(
    [...params.keys()].filter((name) => !keeps.includes(name)).map((name) => [name, undefined]),
  );
  return <Filters params={[...params]} chips={chips} clear={withQuery(search, cleared)} />;
}

/** The same filters in a form that asks for something else. */
export function KeptFilters({ filters }: { filters: Query }) {
  return Object.entries(filterQuery(filters)).map(([name, value]) =>
    value === undefined || value === null ? null : <input key={name} type="hidden" name={name} value={value} />,
  );
}

const labels: Record<string, string> = {
  state: "Answers of",
  disposition: "Exact state",
  last_channel: "Ended on",
  start_date: "From",
  end_date: "To",
  stopped: "Stopped at",
};

function filterText(survey: SurveyDetail, name: string, value: string): string {
  const { questions, languages } = graphFrom(survey);
  if (name === "state") return responseStates.find((one) => one.value === value)?.label ?? value;
  if (name === "disposition") return dispositionNames[value as keyof typeof dispositionNames] ?? value;
  if (name === "language") return surveyLanguages[value as keyof typeof surveyLanguages] ?? value;
  if (name === "channel" || name === "last_channel")
    return sessionChannelName[value as keyof typeof sessionChannelName] ?? value;
  if (name === "answers") return answerFiltersText(questions, value, languages);
  const named = (found: { text: Record<string, string> } | undefined, gone: string) =>
    found ? textIn(found.text, "", languages) : gone;
  if (name === "stopped")
    return named(
      questions.find(({ id }) => String(id) === value),
      "a deleted question",
    );
  if (name !== "choice") return value;
  return named(
    questions.flatMap(({ choices }) => choices).find(({ id }) => String(id) === value),
    "a deleted choice",
  );
}
