import { Form } from "@remix-run/react";
import { type AnswerFilter, answerFiltersKey } from "../../../rules/survey/answer-groups";
import { questionTypeNames, type SurveyGraph, textIn } from "../../../rules/survey/graph";
import type { QuestionStatistics } from "../../../services/survey/contract.responses";
import { href, type Query } from "../../href";
import { Button } from "../../kit/ui/button";
import { Card } from "../../kit/ui/card";
import { Link } from "../../kit/ui/link";
import { Bar } from "../../kit/ui/progress";
import { RankResults, RowResults } from "./rank-results";

type ResultsProps = {
  uuid: string;
  place: number;
  figures: QuestionStatistics;
  /** The responses that the figures are of. */
  counted: number;
  graph: SurveyGraph;
  filters: Query;
};

/** What was answered to one question, who left it out, where people stopped and what was not understood. */
export function QuestionResults({ uuid, place, figures, counted, graph, filters }: ResultsProps) {
  const { question, answered, skipped, refused, unknown, shares, mean, nps, texts, stopped } = figures;
  const title = textIn(question.text, "", graph.languages);
  const said = (n: number) => n.toLocaleString("en-KE");
  const responses = (group: AnswerFilter["group"], row: number | null = null) =>
    href(
      "/survey/:uuid/responses",
      { uuid },
      { ...filters, answers: answerFiltersKey([{ question: question.id, row, group }]) },
    );
  const figure = (count: number, text: string, group: AnswerFilter["group"]) =>
    count === 0 ? (
      text
    ) : (
      <Link className="link inline-block min-h-6" to={responses(group)}>
        {text}
      </Link>
    );
  const notAsked = Math.max(0, counted - answered - skipped);
  return (
    <Card label={`Question ${place}`} padded>
      <h2 className="font-semibold wrap-anywhere">
        {place}. {title}
      </h2>
      <p className="num text-sm text-quiet">
        {questionTypeNames[question.type]}. {figure(answered, `${said(answered)} answered`, { kind: "answered" })},{" "}
        {figure(skipped, `${said(skipped)} left it out`, { kind: "skipped", why: null })}
        {refused + unknown > 0 && (
          <>
            {" "}
            ({figure(refused, `${said(refused)} refused`, { kind: "skipped", why: "refused" })},{" "}
            {figure(unknown, `${said(unknown)} did not know`, { kind: "skipped", why: "unknown" })})
          </>
        )}
        , {figure(notAsked, `${said(notAsked)} not asked`, { kind: "not asked" })}.{" "}
        {stopped > 0 && (
          <Link
            className="link"
            to={href(
              "/survey/:uuid/responses",
              { uuid },
              { ...filters, disposition: undefined, state: "all", stopped: question.id },
            )}
          >
            {said(stopped)} stopped here
          </Link>
        )}
      </p>
      {mean !== null && (
        <p className="num mt-2">
          <b className="text-xl font-semibold">{mean.toFixed(2)}</b> on average of{" "}
          {figure(answered, said(answered), { kind: "answered" })}
          {nps !== null && (
            <>
              , NPS <b className="text-xl font-semibold">{nps}</b> of{" "}
              {figure(answered, said(answered), { kind: "answered" })}
            </>
          )}
        </p>
      )}
      {shares.length > 0 && (
        <table className="mt-3 w-full max-w-[720px]">
          <caption className="sr-only">{title}</caption>
          <tbody>
            {shares.map(({ label, choice, count }) => (
              <tr key={`${choice ?? ""}${label}`}>
                <th scope="row" className="w-2/5 py-1 pr-3 text-left font-normal wrap-anywhere">
                  <Link
                    className="link"
                    to={href(
                      "/survey/:uuid/responses",
                      { uuid },
                      { ...filters, ...shareFilter(question, choice, label) },
                    )}
                  >
                    {label}
                  </Link>
                </th>
                <td className="py-1">
                  <Bar value={count} max={Math.max(1, answered)} label={label} />
                </td>
                <td className="num w-28 py-1 pl-3 text-right whitespace-nowrap">
                  {said(count)}, {answered > 0 ? Math.round((count / answered) * 100) : 0}%
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <RankResults
        figures={figures}
        title={title}
        to={(choice, place) => responses({ kind: "ranked", choice, place })}
      />
      <RowResults figures={figures} to={(row, choice) => responses({ kind: "choice", choice }, row)} />
      {texts.length > 0 && question.type === "text" && (
        <p className="mt-3">
          <Link
            className="link inline-block min-h-6"
            to={href("/survey/:uuid/reports/words", { uuid }, { ...filters, question: question.id })}
          >
            Most used words
          </Link>
        </p>
      )}
      {texts.length > 0 && (
        <ul className="mt-3 grid gap-1">
          {texts.map(({ session, text }) => (
            <li key={session} className="wrap-anywhere">
              <Link className="link" to={href("/survey/:uuid/responses/:id", { uuid, id: session })}>
                {text}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Unmatched figures={figures} graph={graph} />
    </Card>
  );
}

/** The responses of a share: those with the choice, with yes or no, or with the mark. */
function shareFilter(
  { id: question, type }: ResultsProps["figures"]["question"],
  choice: number | null,
  label: string,
) {
  if (choice !== null) return { choice };
  const mark = Number(label);
  const group =
    type === "yes_no" || type === "consent"
      ? ({ kind: "yes", yes: label === "Yes" } as const)
      : ({ kind: "range", from: mark, to: mark + 1 } as const);
  return { answers: answerFiltersKey([{ question, row: null, group }]) };
}

/** What people typed that was not understood; with a click it is taken for a choice. */
function Unmatched({ figures: { question, unmatched }, graph }: Pick<ResultsProps, "figures" | "graph">) {
  if (unmatched.length === 0) return null;
  return (
    <div className="mt-4">
      <h3 className="text-sm font-medium">Not understood</h3>
      <ul className="mt-1 grid gap-2">
        {unmatched.map(({ text, count }) => (
          <li key={text} className="flex flex-wrap items-center gap-2 text-sm">
            <span className="wrap-anywhere">
              “{text}” <span className="num text-quiet">{count.toLocaleString("en-KE")}</span>
            </span>
            {question.options.length > 0 && (
              <Form method="post" className="flex items-center gap-2" preventScrollReset>
                <input type="hidden" name="alias" value={text} />
                <select className="input w-auto" name="choice" aria-label={`Choice that “${text}” means`}>
                  {question.options.map((choice) => (
                    <option key={choice.id} value={choice.id}>
                      {textIn(choice.text, "", graph.languages)}
                    </option>
                  ))}
                </select>
                <Button label={`Take “${text}” for this choice`}>Add as alias</Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
