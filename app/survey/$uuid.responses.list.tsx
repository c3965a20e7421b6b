import { z } from "zod";
import { answerFiltersText } from "../../rules/survey/answer-groups";
import { isAsked, type SurveyLanguage, surveyLanguages, textIn } from "../../rules/survey/graph";
import { graphFrom } from "../../rules/survey/questions";
import { dispositionNames, dispositions } from "../../rules/survey/sessions";
import { type ListedResponse, responseCalls } from "../../services/survey/contract.responses";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { type ListColumn, list } from "../kit/lists/definition";
import { channelPath, dispositionKind, sessionChannelName } from "../kit/survey-runs/labels";
import { Status } from "../kit/ui/status";
import { RowLink } from "../kit/ui/table";
import { FoundTexts } from "./results/found-texts";

/** The states of responses, as the results and the list of them filter. */
export const responseStates = [
  { value: "completed", label: "Completed" },
  { value: "partial", label: "More than half" },
  { value: "open", label: "Still open" },
  { value: "ended", label: "Ended" },
  { value: "all", label: "All" },
];

/** What filters of responses offer, in the results and in the list of them. */
export const channelChoices = Object.entries(sessionChannelName).map(([value, label]) => ({ value, label }));
export const dispositionChoices = dispositions.map((value) => ({ value, label: dispositionNames[value] }));
export function languageChoices(languages: readonly SurveyLanguage[]) {
  return languages.map((value) => ({ value, label: surveyLanguages[value] }));
}

type ResponseFacts = {
  languages: SurveyLanguage[];
  uuid: string;
  title: string;
  questions: { id: number; rank: number; text: string }[];
  /** The answers of the search in words. */
  answered: string;
  /** What is searched for. */
  q: string;
  values: { id: number; name: string }[];
  /** Responses may come while it is looked at. */
  live: boolean;
};

/** The responses of a survey, with a column for each question. */
export const responses = list({
  path: "/survey/:uuid/responses",
  noun: ["response", "responses"],
  find: "Typed answer or phone number",
  search: z.object(responseCalls.responses.query.shape),
  async facts({ api, params }, search): Promise<ResponseFacts> {
    const { uuid = "" } = params;
    const answer = await api.survey.survey({ params: { uuid } });
    if (answer.status !== 200) throw new Response(answer.body.message, { status: answer.status });
    const { title, questions, languages, calculated, status } = answer.body;
    const asked = questions.filter(isAsked);
    return {
      ...{ uuid, title, languages, q: search.q },
      // A search reads every typed answer: it is made when it is asked for, not every few seconds.
      live: status === "published" && search.q === "",
      questions: asked.map(({ id, text, rank }) => ({ id, rank, text: textIn(text, "", languages) })),
      answered: search.answers ? answerFiltersText(graphFrom(answer.body).questions, search.answers, languages) : "",
      values: calculated.map(({ id, name }) => ({ id, name })),
    };
  },
  file: ({ title }) => `responses-${title}`,
  rows: ({ api, params }, query) => api.survey.responses({ query, body: { survey: params.uuid ?? "" } }),
  filters: ({ languages, answered }) => [
    { name: "state", label: "State", none: "completed", choices: responseStates },
    { name: "disposition", label: "Exact state", choices: dispositionChoices },
    { name: "channel", label: "Channel", choices: channelChoices },
    { name: "last_channel", label: "Ended on", choices: channelChoices },
    ...(languages.length > 1
      ? [{ name: "language", label: "Language", choices: languageChoices(languages) }]
      : [{ name: "language", label: "Language", linked: true }]),
    { name: "run", label: "Run", linked: true },
    { name: "start_date", label: "From", kind: "date" },
    { name: "end_date", label: "To", kind: "date" },
    { name: "choice", label: "Choice", linked: true },
    { name: "stopped", label: "Stopped at", linked: true },
    { name: "interviewer", label: "Interviewer", linked: true },
    { name: "answers", label: "Answers", linked: true, said: () => answered },
  ],
  columns: ({ zone, uuid, q, questions, values }) => [
    {
      ...{ name: "id", label: "Response", fixed: true, mobileOrder: 1, wide: true },
      value: (one: ListedResponse) => one.id,
      cell: ({ id, name }) => (
        <RowLink to={href("/survey/:uuid/responses/:id", { uuid, id })}>{name || `Response ${id}`}</RowLink>
      ),
    },
    ...(q === "" ? [] : [foundColumn(q, questions)]),
    {
      ...{ name: "begun", label: "Begun", mobileOrder: 3 },
      value: ({ begun_at }) => begun_at,
      cell: ({ begun_at }) => <DateTime at={begun_at} zone={zone} />,
    },
    { name: "ended", label: "Ended", extra: true, value: ({ ended_at }) => ended_at ?? "" },
    { name: "channel", label: "Channel", extra: true, value: channelPath },
    { name: "interviewers", label: "Interviewer", extra: true, value: ({ interviewers }) => interviewers },
    { name: "language", label: "Language", extra: true, value: ({ language }) => language },
    { name: "version", label: "Version", extra: true, num: true, value: ({ version }) => version },
    ...questions.map(({ id, rank, text }) => ({
      ...{ name: `q${id}`, label: `${rank}. ${text.slice(0, 40)}`, heading: `${rank}. ${text}`, hideOnSmall: true },
      ...(rank > 4 ? { extra: true } : {}),
      value: ({ answers }: ListedResponse) => answers[String(id)] ?? "",
    })),
    ...values.map(({ id, name }) => ({
      ...{ name: `v${id}`, label: name, extra: true, num: true },
      value: ({ calculated }: ListedResponse) => calculated[String(id)] ?? "",
    })),
    {
      ...{ name: "state", label: "State", alignEnd: true, mobileOrder: 2 },
      value: ({ disposition }) => dispositionNames[disposition],
      cell: ({ disposition }) => <Status kind={dispositionKind(disposition)}>{dispositionNames[disposition]}</Status>,
    },
  ],
  id: ({ id }) => String(id),
});

/** Where the words of the search are in a response; files have the answers themselves. */
function foundColumn(q: string, questions: ResponseFacts["questions"]): ListColumn<ListedResponse> {
  const ranks = new Map(questions.map(({ id, rank }) => [id, rank]));
  return {
    ...{ name: "found", label: "Found in", fixed: true, mobileOrder: 4 },
    cell: ({ found }) => <FoundTexts {...{ q, found, ranks }} />,
  };
}
