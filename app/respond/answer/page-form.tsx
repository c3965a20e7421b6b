import { Form } from "@remix-run/react";
import { textIn } from "../../../rules/survey/graph";
import type { WebPage } from "../../../services/survey/contract.respond";
import { href } from "../../href";
import { QuestionFields } from "../../kit/survey-questions/question-fields";
import { respondWords } from "../../kit/survey-questions/respond-words";
import { Button } from "../../kit/ui/button";
import { goToField } from "../../kit/ui/go-to-field";
import { Link } from "../../kit/ui/link";
import { kioskQuery } from "./kiosk";

/** A post that was refused: what was wrong by question, and what was typed. */
export type RefusedPage = {
  message: string;
  errors: Record<string, string[]>;
  answers: { question: number; text: string; choices: number[] }[];
};

type PageFormProps = {
  page: WebPage;
  params: { link: string; session: string };
  kiosk: boolean;
  last: RefusedPage | undefined;
};

/** The questions of a page in one form: each with its own error, and with what was typed. */
export function PageForm({ page, params, kiosk, last }: PageFormProps) {
  const { questions, language, languages, place, total, previous } = page;
  const words = respondWords(language);
  const main = languages[0] ?? "en";
  const blank = isWhole(page) && !last && questions.every(({ answered }) => answered === "");
  return (
    <>
      <Problems page={page} last={last} />
      <Form
        method="post"
        className="grid gap-8"
        key={questions[0]?.question.id}
        data-session={params.session}
        data-version={page.version}
        data-blank={kiosk && blank ? "" : undefined}
      >
        <p className="num -mb-3 text-sm text-quiet">{words.place(place, place + questions.length - 1, total)}</p>
        {questions.map(({ statements, section, question, answered }) => (
          <div key={question.id} className="grid gap-4">
            {section && (
              <div>
                <h2 className="text-base font-semibold wrap-anywhere">{section.title}</h2>
                {section.text && <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{section.text}</p>}
              </div>
            )}
            {statements.map((text) => (
              <p key={text} className="whitespace-pre-wrap wrap-anywhere">
                {text}
              </p>
            ))}
            <input type="hidden" name="question" value={question.id} />
            <QuestionFields
              {...{ question, language, main }}
              id={`answer-${question.id}`}
              prefix={`q${question.id}.`}
              answered={typedAgain(last, question.id) ?? answered}
              error={last?.errors[`question_${question.id}`]?.[0]}
            />
          </div>
        ))}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <Button variant="primary" size="lg">
            {words.next}
          </Button>
          {previous !== null && (
            <Link
              className="link inline-flex min-h-6 items-center"
              to={href("/respond/:link/:session", params, { question: previous, ...kioskQuery(kiosk) })}
            >
              {words.back}
            </Link>
          )}
          {kiosk && (
            <Link
              className="link inline-flex min-h-6 items-center"
              to={href("/respond/:link", { link: params.link }, kioskQuery(true))}
              data-leave
            >
              {words.startOver}
            </Link>
          )}
        </div>
      </Form>
    </>
  );
}

/** Whether a page has every question of its survey: a response can be given on it alone. */
function isWhole({ place, questions, total }: WebPage): boolean {
  return place === 1 && questions.length === total;
}

/** What was wrong, each a link to its question; in words alone where it is no question's. */
function Problems({ page: { questions, language, languages }, last }: Pick<PageFormProps, "page" | "last">) {
  if (!last) return null;
  const wrong = questions.filter(({ question }) => last.errors[`question_${question.id}`]);
  if (wrong.length === 0)
    return (
      <p role="alert" className="err mb-4">
        {last.message}
      </p>
    );
  // Beside the only question its own error is enough.
  if (questions.length === 1) return null;
  return (
    <div role="alert" className="mb-6 rounded border border-bad px-4 py-3">
      <h2 className="font-semibold">{respondWords(language).problems(wrong.length)}</h2>
      <ul className="mt-1 grid gap-1">
        {wrong.map(({ question }) => (
          <li key={question.id}>
            <a className="link inline-block min-h-6 wrap-anywhere" href={`#answer-${question.id}`} onClick={goToField}>
              {textIn(question.text, "", languages)}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What a refused post had for a question; undefined where it had none. */
function typedAgain(last: RefusedPage | undefined, id: number): string | undefined {
  const typed = last?.answers.find(({ question }) => question === id);
  return typed && (typed.choices.length > 0 ? typed.choices.join(",") : typed.text);
}
