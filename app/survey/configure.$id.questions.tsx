// /survey/configure/:id/questions - what people get of a run
import { useLoaderData } from "@remix-run/react";
import { loadRun } from "../kit/survey-runs/run.server";
import { RunQuestions } from "../kit/survey-runs/run-questions";
import { titledBy } from "../kit/title";
import { page } from "../shell/page.server";

export const meta = titledBy<typeof loader>(({ data }) => data?.run.name ?? "Questions of a run");

export const loader = page("/survey/configure/:id/questions", async (given) => ({ run: await loadRun(given) }));

export default function Questions() {
  return <RunQuestions {...useLoaderData<typeof loader>()} />;
}
