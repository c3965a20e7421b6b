// /respond/:link/:session - answering a survey, one question after the other (?question= is one that was answered)
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { chosenIn } from "../kit/survey-questions/chosen";
import { QuestionFields } from "../kit/survey-questions/question-fields";
import { respondWords } from "../kit/survey-questions/respond-words";
import { titledBy } from "../kit/title";
import { Button } from "../kit/ui/button";
import { Link } from "../kit/ui/link";
import { readForm } from "../shell/form.server";
import { asGuest } from "../shell/steps.server";
import { RespondFrame } from "./answer/respond-frame";

export const meta = titledBy<typeof loader>(({ data: found }) => found?.shown.title ?? "Survey");

function placeOf({ params, request }: LoaderFunctionArgs) {
  const { link = "", session = "" } = params;
  const question = Number(new URL(request.url).searchParams.get("question")) || undefined;
  return { params: { link, session }, query: { question } };
}

export async function loader(args: LoaderFunctionArgs) {
  const place = placeOf(args);
  const answer = await asGuest(args).api.survey.webSession(place);
  if (answer.status !== 200) throw new Response("There is no such response.", { status: 404 });
  return { shown: answer.body, params: place.params };
}

export async function action(args: ActionFunctionArgs) {
  const { params } = placeOf(args);
  const form = await readForm(args.request);
  const choices = chosenIn(form);
  const text = String(form.get("text") ?? "").slice(0, 4_000);
  const body = { question: Number(form.get("question")) || 1, text, choices };
  const answer = await asGuest(args).api.survey.answerWebQuestion({ params, body });
  if (answer.status === 201) return redirect(href("/respond/:link/:session", params));
  const message = Object.values(answer.body.errors ?? {})[0]?.[0] ?? answer.body.message;
  return data({ message, question: body.question, text, choices }, { status: answer.status });
}

export default function AnswerSurvey() {
  const { shown, params } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { question, section, statements, language, languages, place, total, previous } = shown;
  const words = respondWords(language);
  const told = (text: string) => (
    <p key={text} className="mb-4 whitespace-pre-wrap wrap-anywhere">
      {text}
    </p>
  );
  if (!question || !shown.open)
    return (
      <RespondFrame title={shown.title} language={language}>
        {told(shown.question ? words.closed : shown.ending)}
      </RespondFrame>
    );
  const wrong = last && last.question === question.id ? last : undefined;
  return (
    <RespondFrame title={shown.title} language={language}>
      {section && (
        <div className="mb-4">
          <h2 className="text-base font-semibold wrap-anywhere">{section.title}</h2>
          {section.text && <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{section.text}</p>}
        </div>
      )}
      {statements.map(told)}
      <Form method="post" className="grid gap-5" key={question.id}>
        <p className="num text-sm text-quiet">{words.place(place, total)}</p>
        <input type="hidden" name="question" value={question.id} />
        <QuestionFields
          question={question}
          language={language}
          main={languages[0] ?? "en"}
          answered={wrong ? (wrong.choices.length > 0 ? wrong.choices.join(",") : wrong.text) : shown.answered}
          error={wrong?.message}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="primary" size="lg">
            {words.next}
          </Button>
          {previous !== null && (
            <Link className="link" to={href("/respond/:link/:session", params, { question: previous })}>
              {words.back}
            </Link>
          )}
        </div>
      </Form>
    </RespondFrame>
  );
}
