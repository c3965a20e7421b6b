// /voice/outbound/dispositions - calls out that ended and what was said of each
import { useLoaderData } from "@remix-run/react";
import { Tags } from "lucide-react";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { openPanels } from "./outbound/open-panels.server";
import { OutboundTabs } from "./outbound/outbound-tabs";
import { outboundDispositions } from "./outbound.dispositions.list";

const path = "/voice/outbound/dispositions";

export const meta = titled("Outbound dispositions");

export const loader = page(path, async (given) => ({
  ...(await loadList(outboundDispositions, given)),
  open: openPanels(given.viewer),
}));

export default function OutboundDispositions() {
  const found = useLoaderData<typeof loader>();
  return (
    <ListPage
      list={outboundDispositions}
      found={found}
      text="How calls out ended, newest first."
      empty={{ icon: Tags, title: "No calls yet", text: "Calls out that ended appear here with their dispositions." }}
    >
      <OutboundTabs current={path} open={found.open} />
    </ListPage>
  );
}
