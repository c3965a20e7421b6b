// /survey/configure/:id/questions - the SMS of each question of a run, with their parts
import { useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { titledBy } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { page } from "../shell/page.server";
import { loadRun } from "./runs/run.server";
import { RunFrame } from "./runs/run-frame";

export const meta = titledBy<typeof loader>(({ data }) => data?.run.name ?? "Questions of a run");

export const loader = page("/survey/configure/:id/questions", async (given) => ({ run: await loadRun(given) }));

export default function RunQuestions() {
  const { run } = useLoaderData<typeof loader>();
  const { uuid, status, texts } = run;
  return (
    <>
      <RunFrame run={run} tab="Questions" />
      <div className="grid max-w-[720px] gap-4">
        <p className="text-quiet">
          {status === "pending"
            ? "What people get. Which questions someone is asked depends on the answers."
            : "What people get. A run keeps the questions that it began with."}
        </p>
        <Card label="Questions">
          <ol className="divide-y divide-line">
            {texts.map(({ question, text, parts }, place) => (
              <li key={question} className="grid gap-1.5 px-4 py-3">
                <p className="max-w-[46ch] rounded bg-raised px-3 py-2 text-sm whitespace-pre-wrap wrap-anywhere">
                  {text}
                </p>
                <p className={`text-sm ${parts > 2 ? "text-warn" : "text-quiet"}`}>
                  Question {place + 1}: {parts === 1 ? "1 part" : `${parts} parts`} of SMS
                  {parts > 2 && ". Shorten it to pay less."}
                </p>
              </li>
            ))}
          </ol>
        </Card>
        {status === "pending" && (
          <div>
            <LinkButton to={href("/survey/:uuid/build", { uuid })}>Change the questions</LinkButton>
          </div>
        )}
      </div>
    </>
  );
}
