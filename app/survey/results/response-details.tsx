import { calculatedText } from "../../../rules/survey/calculations";
import { isAsked, textIn } from "../../../rules/survey/graph";
import type { ResponseEdits } from "../../../services/survey/contract.edits";
import type { SurveyResponse } from "../../../services/survey/contract.responses";
import { href } from "../../href";
import { Transcript } from "../../kit/survey-runs/transcript";
import { Card, CardHead } from "../../kit/ui/card";
import { DescriptionList } from "../../kit/ui/description-list";
import { AnswerHistory } from "./answer-history";

type DetailsProps = { uuid: string; response: SurveyResponse; edits: ResponseEdits; zone: string };

/** What was answered, what is left out of the results, and all that was asked and typed. */
export function ResponseDetails({ uuid, response, edits, zone }: DetailsProps) {
  const { id, questions, answers, left_out, turns, values } = response;
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
        {values.length > 0 && (
          <>
            <h2 className="text-base font-semibold">Calculated values</h2>
            <DescriptionList
              facts={values.map(({ name, number }) => ({
                label: name,
                value: number === null ? "No value" : calculatedText(number),
              }))}
            />
          </>
        )}
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
        <div className="p-4">
          <Transcript turns={turns} zone={zone} />
        </div>
      </Card>
    </div>
  );
}
