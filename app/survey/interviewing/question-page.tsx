import { Form, useNavigation } from "@remix-run/react";
import { askingHint, declineNames, declineReasons } from "../../../rules/survey/interviews";
import { questionFrom } from "../../../rules/survey/questions";
import type { Interview } from "../../../services/survey/contract.interviews";
import { href } from "../../href";
import { fieldErrors, type LastPost, typedValue } from "../../kit/refused-post";
import { typedAgain } from "../../kit/survey-questions/chosen";
import { QuestionFields } from "../../kit/survey-questions/question-fields";
import { Button } from "../../kit/ui/button";
import { Card } from "../../kit/ui/card";
import { Link } from "../../kit/ui/link";

type QuestionPageProps = {
  interview: Interview;
  question: NonNullable<Interview["question"]>;
  last: LastPost;
};

/** One question as it is read aloud, with what helps to ask it, and what was answered. */
export function QuestionPage({ interview, question, last }: QuestionPageProps) {
  const { id, uuid, language, languages, section, statements, place, total, previous } = interview;
  const { interviewer_note, may_decline, declined } = interview;
  const working = useNavigation().state === "submitting";
  const mine = typedValue(last, "question") === String(question.id) ? last : undefined;
  const [error] = fieldErrors(mine).answer ?? [];
  return (
    <Card label={`Question ${place}`} padded>
      <p className="num mb-3 text-sm text-quiet">
        Question {place} of up to {total}
      </p>
      {section && (
        <div className="mb-4" lang={language}>
          <h2 className="text-base font-semibold wrap-anywhere">{section.title}</h2>
          {section.text && <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{section.text}</p>}
        </div>
      )}
      {statements.map((text) => (
        <p key={text} lang={language} className="mb-4 whitespace-pre-wrap wrap-anywhere">
          {text}
        </p>
      ))}
      <Form method="post" className="grid gap-5">
        <input type="hidden" name="question" value={question.id} />
        <div lang={language}>
          <QuestionFields
            question={question}
            language={language}
            main={languages[0] ?? "en"}
            answered={typedAgain(mine) ?? interview.answered}
            error={error}
          />
        </div>
        <div className="grid gap-1 text-sm text-quiet">
          <p>{askingHint(questionFrom(question))}</p>
          {interviewer_note && <p className="whitespace-pre-wrap wrap-anywhere">Note: {interviewer_note}</p>}
          {declined && <p>Entered before: {declineNames[declined]}.</p>}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Button name="intent" value="answer" variant="primary" size="lg" working={working}>
            Save and continue
          </Button>
          {may_decline &&
            declineReasons.map((reason) => (
              <Button key={reason} name="intent" value={reason} size="lg" formNoValidate>
                {declineNames[reason]}
              </Button>
            ))}
        </div>
      </Form>
      <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2 border-t border-line pt-4">
        {previous !== null && (
          <Link className="link" to={href("/survey/:uuid/interview/:id", { uuid, id }, { question: previous })}>
            Question before
          </Link>
        )}
        <Link className="link" to={href("/survey/:uuid/interview/:id/break-off", { uuid, id })}>
          Break off
        </Link>
      </p>
    </Card>
  );
}
