// /survey/configure/:id - a run of a survey: how far it is, and pausing, resuming or closing it
import { useActionData, useLoaderData } from "@remix-run/react";
import { loadTriedRun } from "../kit/survey-runs/run.server";
import { moveRun, RunMoves } from "../kit/survey-runs/run-move.server";
import { RunPage } from "../kit/survey-runs/run-page";
import { titledBy } from "../kit/title";
import { act, page } from "../shell/page.server";

const path = "/survey/configure/:id";

export const meta = titledBy<typeof loader>(({ data }) => data?.run.name ?? "Run");

export const loader = page(path, loadTriedRun);

export const action = act(path, RunMoves, (given) => moveRun(path, given));

export default function Run() {
  return <RunPage {...useLoaderData<typeof loader>()} last={useActionData<typeof action>()} />;
}
