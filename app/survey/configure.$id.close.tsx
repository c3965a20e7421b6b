// /survey/configure/:id/close - the last step before a run is closed early
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { CloseRun } from "../kit/survey-runs/close-run";
import { loadRun } from "../kit/survey-runs/run.server";
import { closeRun } from "../kit/survey-runs/run-move.server";
import { titled } from "../kit/title";
import { act, page } from "../shell/page.server";

const path = "/survey/configure/:id/close";

export const meta = titled("Close a run");

export const loader = page(path, async (given) => ({ run: await loadRun(given) }));

export const action = act(path, z.object({}), (given) => closeRun("/survey/configure/:id", given));

export default function Close() {
  return <CloseRun {...useLoaderData<typeof loader>()} last={useActionData<typeof action>()} />;
}
