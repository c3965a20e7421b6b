// /sms/settings/approveSender - sender IDs of all accounts that a network has yet to decide on
import { Outlet, useLoaderData } from "@remix-run/react";
import { CircleCheck } from "lucide-react";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { SenderTabs } from "./senders/sender-tabs";
import { openSenderTabs } from "./senders/sender-tabs.server";
import { waitingSenders } from "./senders/senders.list";

const path = "/sms/settings/approveSender";

export const meta = titled("Approve sender IDs");

export const loader = page(path, async (given) => {
  return { ...(await loadList(waitingSenders, given)), tabs: openSenderTabs(given.viewer) };
});

export default function ApproveSenders() {
  const { tabs, ...found } = useLoaderData<typeof loader>();
  return (
    <>
      <ListPage
        list={waitingSenders}
        found={found}
        text="Requests from accounts. Record the decision of each network."
        empty={{ icon: CircleCheck, title: "Nothing to approve", text: "Requests of all accounts appear here." }}
        filtered={{
          title: "Nothing matches this search",
          text: "No waiting request has that name or account.",
        }}
      >
        <SenderTabs now={path} open={tabs} />
      </ListPage>
      <Outlet />
    </>
  );
}
