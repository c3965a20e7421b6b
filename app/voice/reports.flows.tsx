// /voice/reports/flows - calls that went through a flow: how each ended, and in which step
import { useLoaderData } from "@remix-run/react";
import { Workflow } from "lucide-react";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { ReportTabs } from "./figures/report-tabs";
import { flowCallRecords } from "./reports.flows.list";

export const meta = titled("Calls in call flows");

export const loader = listLoader("/voice/reports/flows", flowCallRecords);

export default function FlowCalls() {
  const found = useLoaderData<typeof loader>();
  return (
    <ListPage
      list={flowCallRecords}
      found={found}
      text="Everyone whose call went through a call flow, and how it ended. Without dates it is the last 30 days."
      empty={{
        icon: Workflow,
        title: "No calls yet",
        text: "Calls to numbers with a call flow appear here.",
      }}
    >
      <ReportTabs current="flows" />
    </ListPage>
  );
}
