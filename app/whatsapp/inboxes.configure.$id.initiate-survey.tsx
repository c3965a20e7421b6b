// /whatsapp/inboxes/configure/:id/initiate-survey - what a run costs, and its start
import { useActionData, useLoaderData } from "@remix-run/react";
import { InitiateRun } from "../kit/survey-runs/initiate-run";
import { initiateRun, loadStart, StartForms } from "../kit/survey-runs/initiate-run.server";
import { titledBy } from "../kit/title";
import { act, page } from "../shell/page.server";

const path = "/whatsapp/inboxes/configure/:id/initiate-survey";

export const meta = titledBy<typeof loader>(({ data }) => data?.run.name ?? "Start a run");

export const loader = page(path, loadStart);

export const action = act(path, StartForms, (given) => initiateRun("/whatsapp/inboxes/configure/:id", given));

export default function InitiateSurvey() {
  return <InitiateRun {...useLoaderData<typeof loader>()} last={useActionData<typeof action>()} />;
}
