// /sms/settings/sender - the account's sender IDs: status on each network, time requested, time approved (R099)
import { Outlet, useLoaderData } from "@remix-run/react";
import { IdCard, Plus } from "lucide-react";
import { href } from "../href";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { page } from "../shell/page.server";
import { SenderTabs } from "./senders/sender-tabs";
import { openSenderTabs } from "./senders/sender-tabs.server";
import { ownSenders } from "./senders/senders.list";

const path = "/sms/settings/sender";

export const meta = titled("Sender IDs");

export const loader = page(path, async (given) => {
  return { ...(await loadList(ownSenders, given)), tabs: openSenderTabs(given.viewer) };
});

export default function SenderIds() {
  const { tabs, ...found } = useLoaderData<typeof loader>();
  const { rows, search, facts } = found;
  const { shared } = facts;
  const request = (
    <LinkButton to={href("/sms/settings/sender/new")} variant="primary" icon={Plus} preventScrollReset>
      Request a sender ID
    </LinkButton>
  );
  return (
    <>
      <ListPage
        list={ownSenders}
        found={found}
        text="The name that phones show above your messages. Each network approves it."
        actions={rows.total > 0 || search.q || search.status ? request : undefined}
        empty={{
          icon: IdCard,
          title: "No sender ID of your own yet",
          text: "Ask for the name of your business. You need a letter that says you may use it.",
          actions: request,
        }}
        filtered={{
          title: "Nothing matches these filters",
          text: "No sender ID has that name and status. Remove a filter to see more.",
        }}
      >
        <SenderTabs now={path} open={tabs} />
        {shared && (
          <p className="card mb-4 px-5 py-3 max-md:px-4">
            <b className="font-medium">{shared}</b>{" "}
            <span className="text-quiet">
              is the shared sender ID. You can send from it now, on every network; other businesses use it too.
            </span>
          </p>
        )}
      </ListPage>
      <Outlet />
    </>
  );
}
