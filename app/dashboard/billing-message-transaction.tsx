// /dashboard/billing-message-transaction - what messages cost: a line per blast, with filters
import { useLoaderData } from "@remix-run/react";
import { Send } from "lucide-react";
import { href } from "../href";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { Tabs } from "../kit/ui/tabs";
import { page } from "../shell/page.server";
import { charges } from "./billing-message-transaction.list";
import { moneyPages } from "./money.server";
import { MoneyTabs } from "./money-tabs";

const path = "/dashboard/billing-message-transaction";

export const meta = titled("Message charges");

export const loader = page(path, async (given) => {
  const see = moneyPages(given.viewer);
  return { ...(await loadList(charges, given)), see };
});

export default function MessageCharges() {
  const { see, ...found } = useLoaderData<typeof loader>();
  const express = found.search.view === "express";
  return (
    <ListPage
      list={charges}
      found={found}
      text="What was reserved for each blast when it was confirmed, and what was charged. The rest was refunded to the balance."
      empty={{
        icon: Send,
        title: "No messages were charged yet",
        text: "Blasts are listed here with their parts and cost as soon as they are confirmed.",
      }}
      filtered={{
        title: "Nothing matches these filters",
        text: "No charge fits all of them. Remove a filter to see more.",
      }}
    >
      <MoneyTabs current="messages" see={see} />
      <Tabs
        label="Kind"
        tabs={[
          { label: "Bulk", to: href(path), current: !express },
          { label: "Single", to: href(path, undefined, { view: "express" }), current: express },
        ]}
      />
    </ListPage>
  );
}
