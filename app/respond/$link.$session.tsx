// /respond/:link/:session - answering a survey, page by page (?question= is on one that was answered, ?kiosk=1 a shared tablet)
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { respondWords } from "../kit/survey-questions/respond-words";
import { titledBy } from "../kit/title";
import { readForm } from "../shell/form.server";
import { asGuest } from "../shell/steps.server";
import { isAbandoned, isKiosk, kioskIdleSeconds, kioskQuery, kioskThanksSeconds, refreshTag } from "./answer/kiosk";
import { hasLeft } from "./answer/kiosk-person.server";
import { PageForm, type RefusedPage } from "./answer/page-form";
import { pageHeaders } from "./answer/page-headers.server";
import { RespondFrame } from "./answer/respond-frame";
import { typedAnswers } from "./answer/typed-answers.server";

export const meta = titledBy<typeof loader>(
  ({ data: found }) => found?.page.title ?? "Survey",
  ({ data: found }) => {
    if (!found?.kiosk) return [];
    const asked = found.page.open ? found.page.questions.length : 0;
    return [refreshTag(found.params.link, asked > 0 ? kioskIdleSeconds(asked) : kioskThanksSeconds)];
  },
);

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders;

function placeOf({ params, request }: LoaderFunctionArgs) {
  const { link = "", session = "" } = params;
  const question = Number(new URL(request.url).searchParams.get("question")) || undefined;
  return { params: { link, session }, query: { question }, kiosk: isKiosk(request) };
}

export async function loader(args: LoaderFunctionArgs) {
  const { params, query, kiosk } = placeOf(args);
  const start = href("/respond/:link", { link: params.link }, kioskQuery(kiosk));
  if (kiosk && (await hasLeft(args.request, params.link, params.session))) throw redirect(start);
  const answer = await asGuest(args).api.survey.webPage({ params, query });
  if (answer.status !== 200) {
    if (kiosk) throw redirect(start);
    throw new Response("There is no such response.", { status: 404 });
  }
  const page = answer.body;
  const asked = page.questions.length;
  if (kiosk && asked > 0 && isAbandoned(page.active_at, asked, new Date())) throw redirect(start);
  return data({ page, params, kiosk }, { headers: pageHeaders(page.frame_origins) });
}

export async function action(args: ActionFunctionArgs) {
  const { params, kiosk } = placeOf(args);
  const answers = typedAnswers(await readForm(args.request));
  const answer = await asGuest(args).api.survey.answerWebPage({ params, body: { answers } });
  if (answer.status === 201) return redirect(href("/respond/:link/:session", params, kioskQuery(kiosk)));
  const { message, errors = {} } = answer.body;
  return data({ message, errors, answers } satisfies RefusedPage, { status: answer.status });
}

export default function AnswerSurvey() {
  const { page, params, kiosk } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const words = respondWords(page.language);
  const ended = page.questions.length === 0;
  return (
    <RespondFrame title={page.title} language={page.language} link={params.link} kiosk={kiosk}>
      {ended || !page.open ? (
        <p className="mb-4 whitespace-pre-wrap wrap-anywhere">{ended ? page.ending : words.closed}</p>
      ) : (
        <PageForm {...{ page, params, kiosk, last }} />
      )}
    </RespondFrame>
  );
}
