// /email/outbox - emails sent, both kinds
import { useLoaderData } from "@remix-run/react";
import { loadList } from "../kit/lists/load.server";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { allMailings } from "./mailings/mailings.list";
import { OutboxPage } from "./mailings/outbox-page";

export const meta = titled("Email outbox");

export const loader = page("/email/outbox", (given) => loadList(allMailings, given));

export default function Outbox() {
  return <OutboxPage list={allMailings} kind="all" found={useLoaderData<typeof loader>()} />;
}
