// /survey_old/:id - an old survey: its questions with the answers, its runs, and a new survey made of it
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { commas } from "../../rules/format";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { parseRunId } from "../kit/survey-runs/run.server";
import { titledBy } from "../kit/title";
import { NoFields } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { Stat } from "../kit/ui/stat";
import { act, done, expectStatus, page } from "../shell/page.server";
import { OldTime } from "./parts/old-columns";
import { OldQuestionAnswers } from "./parts/old-question";
import { ReadOnly } from "./parts/old-tabs";

const path = "/survey_old/:id";

export const meta = titledBy<typeof loader>(({ data }) => data?.survey.title ?? "Old survey");

export const loader = page(path, async ({ api, params, viewer }) => {
  const id = parseRunId(params.id);
  const [survey, runs] = await Promise.all([
    api.survey.oldSurvey({ params: { id } }),
    api.survey.oldRuns({ query: { survey: id, per_page: 100 } }),
  ]);
  return { survey: expectStatus(survey, 200), runs: expectStatus(runs, 200), zone: viewer.time_zone };
});

export const action = act(path, NoFields, async ({ api, params, refuse, from }) => {
  const answer = await api.survey.renewOldSurvey({ params: { id: parseRunId(params.id) } });
  if (answer.status !== 201) return refuse(answer.body);
  return done(
    from,
    href("/survey/:uuid/build", { uuid: answer.body.uuid }),
    "Check the types and choices of the questions before you publish it.",
    "Survey added",
  );
});

export default function OldSurveyPage() {
  const { survey, runs, zone } = useLoaderData<typeof loader>();
  const working = useNavigation().state === "submitting";
  const { id, title, people_count, runs_count, answers_count, questions } = survey;
  return (
    <>
      <PostResult last={useActionData<typeof action>()} />
      <PageHeader
        title={title}
        text={<ReadOnly />}
        back={{ label: "Old surveys", to: href("/survey_old") }}
        actions={
          <>
            <LinkButton to={href("/survey_old/:id/answers", { id })}>All answers</LinkButton>
            <Form method="post">
              <Button variant="primary" working={working}>
                Make a new survey of it
              </Button>
            </Form>
          </>
        }
      />
      <div className="grid gap-4">
        <div className="grid grid-cols-3 gap-4 max-sm:gap-3">
          <Stat label="Runs" value={commas(runs_count)} />
          <Stat label="People" value={commas(people_count)} />
          <Stat label="Answers" value={commas(answers_count)} to={href("/survey_old/:id/answers", { id })} />
        </div>
        <Card label="Runs">
          <CardHead title="Runs" />
          {runs.data.length === 0 ? (
            <EmptyState title="No runs" text="No import brought runs of this survey." />
          ) : (
            <ul className="divide-y divide-line">
              {runs.data.map((run) => (
                <li key={run.id} className="flex flex-wrap justify-between gap-x-4 gap-y-1 px-4 py-2.5">
                  <Link className="link inline-block min-h-6" to={href("/survey_old/configure/:id", { id: run.id })}>
                    {run.name}
                  </Link>
                  <span className="text-quiet">
                    {run.started_at === null ? (
                      "Never started"
                    ) : (
                      <>
                        Started <OldTime at={run.started_at} zone={zone} />
                      </>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          )}
          {runs.total > runs.data.length && (
            <p className="border-t border-line px-4 py-2.5 text-sm text-quiet">
              The latest 100 of {commas(runs.total)} runs.
            </p>
          )}
        </Card>
        {questions.length === 0 ? (
          <Card label="Questions">
            <EmptyState title="No questions" text="No import brought the questions of this survey." />
          </Card>
        ) : (
          questions.map((question) => <OldQuestionAnswers key={question.id} survey={id} question={question} />)
        )}
      </div>
    </>
  );
}
