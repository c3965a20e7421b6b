// /survey_old/configure/:id/questions - the questions of a run of an old survey
import { useLoaderData } from "@remix-run/react";
import { commas } from "../../rules/format";
import { titledBy } from "../kit/title";
import { Card } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { page } from "../shell/page.server";
import { loadOldRun } from "./parts/old-run.server";
import { OldRunFrame } from "./parts/old-run-frame";

export const meta = titledBy<typeof loader>(({ data }) => data?.run.name ?? "Questions of an old run");

export const loader = page("/survey_old/configure/:id/questions", async (given) => ({ run: await loadOldRun(given) }));

export default function OldQuestions() {
  const { run } = useLoaderData<typeof loader>();
  return (
    <>
      <OldRunFrame run={run} tab="Questions" />
      <Card label="Questions" className="max-w-[720px]">
        {run.questions.length === 0 ? (
          <EmptyState title="No questions" text="No import brought the questions of this survey." />
        ) : (
          <ol className="divide-y divide-line">
            {run.questions.map(({ id, number, text, type, answers_count }) => (
              <li key={id} className="grid gap-1 px-4 py-3">
                <p className="font-medium wrap-anywhere">
                  {number}. {text}
                </p>
                <p className="text-sm text-quiet">
                  {type && `${type}, `}
                  {answers_count === 1 ? "1 answer in this run" : `${commas(answers_count)} answers in this run`}
                </p>
              </li>
            ))}
          </ol>
        )}
      </Card>
    </>
  );
}
