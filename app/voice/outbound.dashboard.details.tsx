// /voice/outbound/dashboard/details - every number of the lists to call, and what became of it
import { useLoaderData } from "@remix-run/react";
import { ListChecks } from "lucide-react";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { openPanels } from "./outbound/open-panels.server";
import { OutboundTabs } from "./outbound/outbound-tabs";
import { targetList } from "./outbound.dashboard.details.list";

const path = "/voice/outbound/dashboard/details";

export const meta = titled("Numbers to call");

export const loader = page(path, async (given) => ({
  ...(await loadList(targetList, given)),
  open: openPanels(given.viewer),
}));

export default function OutboundDetails() {
  const found = useLoaderData<typeof loader>();
  return (
    <ListPage
      list={targetList}
      found={found}
      text="The numbers of all lists, the last changed first."
      empty={{
        icon: ListChecks,
        title: "No numbers yet",
        text: "Numbers appear here when a file is uploaded, or when they are added under Call targets.",
      }}
    >
      <OutboundTabs current={path} open={found.open} />
    </ListPage>
  );
}
