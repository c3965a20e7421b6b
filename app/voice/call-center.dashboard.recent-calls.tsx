// /voice/call-center/dashboard/recent-calls - the calls that came last
import { useLoaderData } from "@remix-run/react";
import { Phone } from "lucide-react";
import { mayOpen } from "../access";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { recentCallList } from "./call-center.dashboard.recent-calls.list";
import { CallCentreTabs } from "./figures/call-centre-tabs";

export const meta = titled("Recent calls");

export const loader = page("/voice/call-center/dashboard/recent-calls", async (given) => ({
  ...(await loadList(recentCallList, given)),
  history: mayOpen(given.viewer, routeFor("/voice/call-center/dashboard/dispositions-history")),
}));

export default function RecentCallList() {
  const found = useLoaderData<typeof loader>();
  return (
    <ListPage
      list={recentCallList}
      found={found}
      empty={{ icon: Phone, title: "No calls yet", text: "Calls appear here as soon as they ring or are dialled." }}
    >
      <CallCentreTabs current="recent" history={found.history} />
    </ListPage>
  );
}
