// /sms/history/:id/messages - what became of each message of a blast
import { useLoaderData } from "@remix-run/react";
import { MessageSquareText } from "lucide-react";
import { href } from "../href";
import { blastTitle } from "../kit/blast-labels";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titledBy } from "../kit/title";
import { page } from "../shell/page.server";
import { blastAt } from "./blasts/blast.server";
import { messages } from "./blasts/messages.list";

export const meta = titledBy<typeof loader>(({ data }) => `Messages of ${data ? blastTitle(data.blast) : "a blast"}`);

export const loader = page("/sms/history/:id/messages", async (given) => {
  const { id, name, body } = await blastAt(given.api, given.params);
  return { ...(await loadList(messages, given)), blast: { id, name, body } };
});

export default function Messages() {
  const { blast, ...found } = useLoaderData<typeof loader>();
  return (
    <ListPage
      list={messages}
      found={found}
      trail={[
        { label: "SMS history", to: href("/sms/history") },
        { label: blastTitle(blast), to: href("/sms/history/:id", { id: blast.id }) },
      ]}
      empty={{ icon: MessageSquareText, title: "No messages", text: "This blast has no recipients." }}
      filtered={{
        title: "Nothing matches these filters",
        text: "No message of this blast has that outcome, name or number. Remove a filter to see more.",
      }}
    />
  );
}
