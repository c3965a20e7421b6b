// /voice/reports/waiting - customers who called in: how long each waited, and who answered
import { useLoaderData } from "@remix-run/react";
import { PhoneIncoming } from "lucide-react";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { ReportTabs } from "./figures/report-tabs";
import { waitingCalls } from "./reports.waiting.list";

export const meta = titled("Callers who waited");

export const loader = listLoader("/voice/reports/waiting", waitingCalls);

export default function Waiting() {
  const found = useLoaderData<typeof loader>();
  return (
    <ListPage
      list={waitingCalls}
      found={found}
      text="Everybody who called one of your numbers, answered or not. Without dates it is the last 30 days."
      empty={{
        icon: PhoneIncoming,
        title: "No callers yet",
        text: "Whoever calls one of your numbers appears here.",
      }}
    >
      <ReportTabs current="waiting" />
    </ListPage>
  );
}
