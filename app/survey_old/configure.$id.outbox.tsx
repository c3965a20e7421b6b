// /survey_old/configure/:id/outbox - the messages of a run of an old survey
import { useLoaderData } from "@remix-run/react";
import { MessageSquareText } from "lucide-react";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { oldOutbox } from "./configure.$id.outbox.list";
import { OldRunFrame } from "./parts/old-run-frame";

export const meta = titled("Messages of an old run");

export const loader = listLoader("/survey_old/configure/:id/outbox", oldOutbox);

export default function OldOutbox() {
  const found = useLoaderData<typeof loader>();
  return (
    <>
      <OldRunFrame run={found.facts.run} tab="Outbox" />
      <ListPage
        bare
        list={oldOutbox}
        found={found}
        empty={{ icon: MessageSquareText, title: "No messages", text: "No import brought messages of this run." }}
      />
    </>
  );
}
