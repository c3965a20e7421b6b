// /survey/:uuid/interview/:id - one question after the other, asked by an interviewer (?question= is one that was answered)
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { titledBy } from "../kit/title";
import { typedId, typedText, unknownIntent } from "../kit/typed-fields";
import { act, done, page } from "../shell/page.server";
import { fetchInterview, interviewId } from "./interviewing/interview.server";
import { InterviewHeader } from "./interviewing/interview-header";
import { NotAsking } from "./interviewing/not-asking";
import { QuestionPage } from "./interviewing/question-page";

const path = "/survey/:uuid/interview/:id";

export const meta = titledBy<typeof loader>(({ data }) => data?.interview.title ?? "Interview");

export const loader = page(path, async ({ api, params, url, viewer }) => {
  const question = Number(url.searchParams.get("question")) || undefined;
  return { interview: await fetchInterview(api, params, question), zone: viewer.time_zone };
});

/** Those of a ranking or a matrix keep their places. */
const typedChoices = z.array(z.string().default("")).default([]);
const typed = { question: typedId, text: typedText, choice: typedChoices };
const AnswerFields = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("answer"), ...typed }),
    z.object({ intent: z.literal("refused"), ...typed }),
    z.object({ intent: z.literal("unknown"), ...typed }),
    z.object({ intent: z.literal("go-on") }),
  ],
  unknownIntent,
);

export const action = act(path, AnswerFields, async ({ api, params, value, refuse, from }) => {
  const { uuid } = params;
  const id = interviewId(params);
  const here = href(path, { uuid, id });
  if (value.intent === "go-on") {
    const taken = await api.survey.takeOverInterview({ params: { id }, body: {} });
    return taken.status === 201 ? done(from, here) : refuse(taken.body);
  }
  const { intent, question, text, choice } = value;
  const said = {
    text: text.slice(0, 4_000),
    choices: choice.map((one) => Number(one) || 0).slice(0, 50),
  };
  const answer = await api.survey.answerInterview({
    params: { id },
    body: { question, ...(intent === "answer" ? said : { declined: intent }) },
  });
  return answer.status === 201 ? done(from, here) : refuse(answer.body);
});

export default function InterviewPage() {
  const { interview, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { question, mine, open } = interview;
  const asking = mine && open && question !== null;
  return (
    <div className="max-w-[720px]">
      <PostResult last={last} idOf={(name) => (name === "answer" ? name : undefined)} />
      <InterviewHeader interview={interview} zone={zone} />
      {asking ? (
        <QuestionPage key={question.id} interview={interview} question={question} last={last} />
      ) : (
        <NotAsking interview={interview} last={last} />
      )}
    </div>
  );
}
