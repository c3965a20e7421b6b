import { isAsked, textIn } from "../../../rules/survey/graph";
import type { ResponseEdits } from "../../../services/survey/contract.edits";
import type { SurveyResponse } from "../../../services/survey/contract.responses";
import { href } from "../../href";
import { DateTime } from "../../kit/date-time";
import { Card, CardHead } from "../../kit/ui/card";
import { DescriptionList } from "../../kit/ui/description-list";
import { AnswerHistory } from "./answer-history";

type DetailsProps = { uuid: string; response: SurveyResponse; edits: ResponseEdits; zone: string };

/** What was answered, what is left out of the results, and all that was asked and typed. */
export function ResponseDetails({ uuid, response, edits, zone }: DetailsProps) {
  const { id, questions, answers, left_out, turns } = response;
  const noteFor = (question: number) => {
    const own = edits.edits.filter((edit) => edit.question === question);
    const change = href("/survey/:uuid/responses/:id/answers/:question", { uuid, id, question });
    return {
      ...(own.length > 0 ? { note: <AnswerHistory edits={own} zone={zone} /> } : {}),
      ...(edits.editable.includes(question) ? { change } : {}),
    };
  };
  const said = (from: Record<string, string>) =>
    questions.filter(isAsked).flatMap((question) => {
      const answer = from[String(question.id)];
      if (answer === undefined) return [];
      return [
        {
          label: textIn(question.text, response.language) || textIn(question.text, "", Object.keys(question.text)),
          value: answer || "Left out",
          ...noteFor(question.id),
        },
      ];
    });
  const leftOut = said(left_out);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="grid gap-4">
        <h2 className="text-base font-semibold">Answers</h2>
        <DescriptionList facts={said(answers)} />
        {leftOut.length > 0 && (
          <>
            <h2 className="text-base font-semibold">Not counted</h2>
            <p className="text-quiet">A later answer led another way, so these are left out of the results.</p>
            <DescriptionList facts={leftOut} />
          </>
        )}
      </div>
      <Card label="Transcript">
        <CardHead title="Transcript" />
        <ol className="grid gap-2 p-4">
          {turns.map(({ incoming, text, understood, at, file }, place) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a message's place is what it is
              key={place}
              className={`max-w-[85%] rounded px-3 py-2 ${incoming ? "justify-self-end bg-brand-soft" : "justify-self-start bg-raised"}`}
            >
              <span className="whitespace-pre-wrap wrap-anywhere">{text || "Left out"}</span>
              {file &&
                (file.url ? (
                  <a className="link block" href={file.url}>
                    {file.name}
                  </a>
                ) : (
                  <span className="block text-quiet">{file.name} was not kept</span>
                ))}
              <span className="block text-xs text-quiet">
                <DateTime at={at} zone={zone} />
                {understood ? "" : ", not understood"}
              </span>
            </li>
          ))}
        </ol>
      </Card>
    </div>
  );
}
