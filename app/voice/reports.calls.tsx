// /voice/reports/calls - the calls of agents, in and out: what every figure counts
import { Outlet, useLoaderData } from "@remix-run/react";
import { Phone } from "lucide-react";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { ReportTabs } from "./figures/report-tabs";
import { calls } from "./reports.calls.list";

export const meta = titled("Calls");

export const loader = listLoader("/voice/reports/calls", calls);

export default function Calls() {
  const found = useLoaderData<typeof loader>();
  return (
    <>
      <ListPage
        list={calls}
        found={found}
        text="Every call of an agent. Without dates it is the last 30 days."
        empty={{ icon: Phone, title: "No calls yet", text: "Calls appear here as soon as they ring or are dialled." }}
      >
        <ReportTabs current="calls" />
      </ListPage>
      <Outlet />
    </>
  );
}
