// /voice/call-center/dashboard/dispositions-history - calls that ended, with what was said of each
import { useLoaderData } from "@remix-run/react";
import { Phone } from "lucide-react";
import { mayOpen } from "../access";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { historyList } from "./call-center.dashboard.dispositions-history.list";
import { CallCentreTabs } from "./figures/call-centre-tabs";

export const meta = titled("Dispositions history");

export const loader = page("/voice/call-center/dashboard/dispositions-history", async (given) => ({
  ...(await loadList(historyList, given)),
  history: mayOpen(given.viewer, routeFor("/voice/call-center/dashboard/dispositions-history")),
}));

export default function HistoryList() {
  const found = useLoaderData<typeof loader>();
  return (
    <ListPage
      list={historyList}
      found={found}
      empty={{ icon: Phone, title: "No calls yet", text: "Calls appear here as soon as they ring or are dialled." }}
    >
      <CallCentreTabs current="history" history={found.history} />
    </ListPage>
  );
}
