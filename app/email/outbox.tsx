// /email/outbox - emails sent, both kinds
import { useLoaderData } from "@remix-run/react";
import { Send } from "lucide-react";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { composePath } from "./mailings/compose-path";
import { allMailings } from "./mailings/mailings.list";
import { NewEmail, OutboxTabs } from "./mailings/outbox-parts";

export const meta = titled("Email outbox");

export const loader = page("/email/outbox", async (given) => ({
  ...(await loadList(allMailings, given)),
  compose: composePath(given.viewer, "all") ?? null,
}));

export default function Outbox() {
  const { compose: to, ...found } = useLoaderData<typeof loader>();
  const compose = to && <NewEmail to={to} />;
  return (
    <ListPage
      list={allMailings}
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
      <OutboxTabs kind="all" />
    </ListPage>
  );
}
