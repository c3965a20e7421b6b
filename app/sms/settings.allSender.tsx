// /sms/settings/allSender - the sender IDs of all accounts
import { Outlet, useLoaderData } from "@remix-run/react";
import { IdCard } from "lucide-react";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { SenderTabs } from "./senders/sender-tabs";
import { openSenderTabs } from "./senders/sender-tabs.server";
import { allSenders } from "./senders/senders.list";

const path = "/sms/settings/allSender";

export const meta = titled("All sender IDs");

export const loader = page(path, async (given) => {
  return { ...(await loadList(allSenders, given)), tabs: openSenderTabs(given.viewer) };
});

export default function AllSenders() {
  const { tabs, ...found } = useLoaderData<typeof loader>();
  return (
    <>
      <ListPage
        list={allSenders}
        found={found}
        text="Every sender ID of every account, with its status on each network."
        empty={{ icon: IdCard, title: "No sender IDs yet", text: "Sender IDs of all accounts appear here." }}
        filtered={{
          title: "Nothing matches these filters",
          text: "No sender ID has that name, account and status. Remove a filter to see more.",
        }}
      >
        <SenderTabs now={path} open={tabs} />
      </ListPage>
      <Outlet />
    </>
  );
}
