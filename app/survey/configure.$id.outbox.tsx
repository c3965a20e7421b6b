// /survey/configure/:id/outbox - the SMS of a run
import { useLoaderData } from "@remix-run/react";
import { MessageSquareText } from "lucide-react";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { runOutbox } from "./configure.$id.outbox.list";
import { RunFrame } from "./runs/run-frame";

export const meta = titled("SMS of a run");

export const loader = listLoader("/survey/configure/:id/outbox", runOutbox);

export default function RunOutbox() {
  const found = useLoaderData<typeof loader>();
  return (
    <>
      <RunFrame run={found.facts.run} tab="Outbox" />
      <ListPage
        bare
        list={runOutbox}
        found={found}
        empty={{ icon: MessageSquareText, title: "No SMS yet", text: "What this run sends is listed here." }}
      />
    </>
  );
}
