// /email/bulk_outbox - emails sent, to contact groups
import { useLoaderData } from "@remix-run/react";
import { Send } from "lucide-react";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { bulkMailings } from "./mailings/mailings.list";
import { NewEmail, OutboxTabs } from "./mailings/outbox-parts";

export const meta = titled("Bulk email outbox");

export const loader = page("/email/bulk_outbox", (given) => loadList(bulkMailings, given));

export default function Outbox() {
  const compose = <NewEmail kind="bulk" />;
  return (
    <ListPage
      list={bulkMailings}
      found={useLoaderData<typeof loader>()}
      text="Every email sent from this account, with its outcome."
      actions={compose}
      empty={{
        icon: Send,
        title: "No emails yet",
        text: "Emails appear here with their progress, bounces and cost.",
        actions: compose,
      }}
    >
      <OutboxTabs kind="bulk" />
    </ListPage>
  );
}
