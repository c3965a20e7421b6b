// /voice/reports - the figures of calls by day, time of day, queue, agent or number, and their files
import { useLoaderData } from "@remix-run/react";
import { ChartColumn } from "lucide-react";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { Definitions } from "./figures/definitions";
import { ReportTabs } from "./figures/report-tabs";
import { reports } from "./reports.list";

export const meta = titled("Call reports");

export const loader = listLoader("/voice/reports", reports);

export default function Reports() {
  const found = useLoaderData<typeof loader>();
  return (
    <>
      <ListPage
        list={reports}
        found={found}
        text="Each row opens its calls. Without dates it is the last 30 days."
        empty={{
          icon: ChartColumn,
          title: "No calls yet",
          text: "Figures appear here with the first call in or out.",
        }}
      >
        <ReportTabs current="figures" />
      </ListPage>
      <Definitions />
    </>
  );
}
