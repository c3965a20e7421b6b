// /email/bulk_outbox - emails sent, to contact groups
import { useLoaderData } from "@remix-run/react";
import { Send } from "lucide-react";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { composePath } from "./mailings/compose-path";
import { bulkMailings } from "./mailings/mailings.list";
import { NewEmail, OutboxTabs } from "./mailings/outbox-parts";

export const meta = titled("Bulk email outbox");

export const loader = page("/email/bulk_outbox", async (given) => ({
  ...(await loadList(bulkMailings, given)),
  compose: composePath(given.viewer, "bulk") ?? null,
}));

export default function Outbox() {
  const { compose: to, ...found } = useLoaderData<typeof loader>();
  const compose = to && <NewEmail to={to} />;
  return (
    <ListPage
      list={bulkMailings}
      found={found}
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
