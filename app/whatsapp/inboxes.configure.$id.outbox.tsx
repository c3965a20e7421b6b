// /whatsapp/inboxes/configure/:id/outbox - what a run said
import { useLoaderData } from "@remix-run/react";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { RunFrame } from "../kit/survey-runs/run-frame";
import { emptyOutbox } from "../kit/survey-runs/run-outbox.list";
import { titled } from "../kit/title";
import { runOutbox } from "./inboxes.configure.$id.outbox.list";

export const meta = titled("Messages of a run");

export const loader = listLoader("/whatsapp/inboxes/configure/:id/outbox", runOutbox);

export default function RunOutbox() {
  const found = useLoaderData<typeof loader>();
  return (
    <>
      <RunFrame run={found.facts.run} tab="Outbox" />
      <ListPage bare list={runOutbox} found={found} empty={emptyOutbox} />
    </>
  );
}
