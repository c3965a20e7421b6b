// /email/single_outbox - emails sent, to single addresses
import { useLoaderData } from "@remix-run/react";
import { Send } from "lucide-react";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { composePath } from "./mailings/compose-path";
import { singleMailings } from "./mailings/mailings.list";
import { NewEmail, OutboxTabs } from "./mailings/outbox-parts";

export const meta = titled("Single email outbox");

export const loader = page("/email/single_outbox", async (given) => ({
  ...(await loadList(singleMailings, given)),
  compose: composePath(given.viewer, "single") ?? null,
}));

export default function Outbox() {
  const { compose: to, ...found } = useLoaderData<typeof loader>();
  const compose = to && <NewEmail to={to} />;
  return (
    <ListPage
      list={singleMailings}
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
      <OutboxTabs kind="single" />
    </ListPage>
  );
}
