// /chat/reports/transcript - the conversations behind the figures; each opens its whole text
import { useLoaderData } from "@remix-run/react";
import { MessagesSquare } from "lucide-react";
import { href } from "../href";
import { searchOf } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { titled } from "../kit/title";
import { EmptyState } from "../kit/ui/empty-state";
import { expectStatus, page } from "../shell/page.server";
import { reportFrom } from "./reports/report.server";
import { chatColumns } from "./reports/report-chats";
import { ReportFrame } from "./reports/report-frame";
import { chatsList } from "./reports/reports.list";

export const meta = titled("Chat transcripts");

export const loader = page("/chat/reports/transcript", async (given) => {
  const query = searchOf(chatsList, given.url);
  const [filters, answer] = await Promise.all([reportFrom(given), given.api.chat.reportChats({ query })]);
  const { period, ...rows } = expectStatus(answer, 200);
  return { ...filters, period, rows };
});

export default function Transcripts() {
  const { rows, ...filters } = useLoaderData<typeof loader>();
  return (
    <ReportFrame current="Transcript" {...filters} all>
      <ListCard
        noun={["chat", "chats"]}
        rows={rows}
        columns={chatColumns(filters.period.time_zone)}
        id={({ contact_id }) => String(contact_id)}
        csvHref={href("/chat/reports/transcript.csv")}
        empty={
          <EmptyState
            icon={MessagesSquare}
            kind="filtered"
            title="No conversations match these filters"
            text="Choose a longer period, or remove a filter."
          />
        }
      />
    </ReportFrame>
  );
}
