// /chat/reports/transcript - the conversations behind the figures; each opens its whole text
import { useLoaderData } from "@remix-run/react";
import { MessagesSquare } from "lucide-react";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { chatsList } from "./reports/chats.list";
import { reportFrom } from "./reports/report.server";
import { ReportFrame } from "./reports/report-frame";

export const meta = titled("Chat transcripts");

export const loader = page("/chat/reports/transcript", async (given) => {
  const [filters, found] = await Promise.all([reportFrom(given), loadList(chatsList, given)]);
  return { filters, found };
});

export default function Transcripts() {
  const { filters, found } = useLoaderData<typeof loader>();
  return (
    <ReportFrame current="Transcript" {...filters} period={found.rows.period} all>
      <ListPage
        list={chatsList}
        found={found}
        bare
        empty={{
          icon: MessagesSquare,
          title: "No conversations match these filters",
          text: "Choose a longer period, or remove a filter.",
        }}
      />
    </ReportFrame>
  );
}
