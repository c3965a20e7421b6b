// /survey/:uuid/interview - asking somebody the questions of a survey, and the interviews that can be gone on with
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { languageCodes } from "../../rules/survey/graph";
import type { OpenSession } from "../../services/survey/contract.interviews";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { typedId, typedText, unknownIntent } from "../kit/typed-fields";
import { act, done, expectStatus, page } from "../shell/page.server";
import { SurveyFrame } from "./frame/survey-frame";
import { BeginForm } from "./interviewing/begin-form";
import { interviewId } from "./interviewing/interview.server";
import { OpenInterviews } from "./interviewing/open-interviews";
import { personFrom } from "./interviewing/person";
import { TakeOverCard } from "./interviewing/take-over-card";

const path = "/survey/:uuid/interview";

export const meta = titled("Interviews");

export const loader = page(path, async ({ api, params, url, viewer }) => {
  const person = personFrom(url);
  const [survey, open, begun] = await Promise.all([
    api.survey.survey({ params }),
    api.survey.interviews({ params, query: { per_page: 100 } }),
    api.survey.openSession({ params, query: { phone: person.phone ?? "" } }),
  ]);
  return {
    survey: expectStatus(survey, 200),
    open: expectStatus(open, 200),
    begun: expectStatus(begun, 200).session,
    ...{ person, zone: viewer.time_zone },
  };
});

const InterviewFields = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("begin"),
      language: z.enum(languageCodes, { error: "Choose a language." }),
      phone: typedText,
      name: typedText,
      from: typedText,
    }),
    z.object({ intent: z.literal("take-over"), session: typedId, from: typedText }),
  ],
  unknownIntent,
);

export const action = act(path, InterviewFields, async ({ api, params, value, refuse, from }) => {
  const { uuid } = params;
  const there = (id: number) => done(from, href("/survey/:uuid/interview/:id", { uuid, id }));
  if (value.intent === "take-over") {
    const id = interviewId({ id: String(value.session) });
    const taken = await api.survey.takeOverInterview({ params: { id }, body: { source: value.from } });
    return taken.status === 201 ? there(id) : refuse(taken.body);
  }
  const { language, phone, name } = value;
  const body = { language, phone, name, source: value.from };
  const begun = await api.survey.beginInterview({ params, body });
  if (begun.status === 201) return there(begun.body.id);
  if (begun.status !== 409) return refuse(begun.body);
  const answer = await api.survey.openSession({ params, query: { phone } });
  return refuse(begun.body, { begun: answer.status === 200 ? answer.body.session : null });
});

export default function Interviews() {
  const { survey, open, begun, person, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  // What the number is asked that was just typed, or else that of the link.
  const other: OpenSession | null = (last && "begun" in last ? last.begun : undefined) ?? begun;
  return (
    <>
      <PostResult last={last} idOf={(name) => (name === "session" ? undefined : `interview-${name}`)} />
      <SurveyFrame survey={survey} tab="Interview" />
      <div className="grid max-w-[720px] gap-4">
        {other && <TakeOverCard uuid={survey.uuid} session={other} from={person.from ?? ""} zone={zone} />}
        {survey.status === "published" ? (
          <BeginForm languages={survey.languages} person={person} last={last} />
        ) : (
          <p className="card p-4">
            {survey.version === 0
              ? "Publish the survey before you interview someone."
              : "This survey takes no more answers."}
          </p>
        )}
        <OpenInterviews uuid={survey.uuid} open={open} zone={zone} />
      </div>
    </>
  );
}
