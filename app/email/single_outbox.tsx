// /email/single_outbox - emails sent, to single addresses
import { useLoaderData } from "@remix-run/react";
import { loadList } from "../kit/lists/load.server";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { singleMailings } from "./mailings/mailings.list";
import { OutboxPage } from "./mailings/outbox-page";

export const meta = titled("Single email outbox");

export const loader = page("/email/single_outbox", (given) => loadList(singleMailings, given));

export default function Outbox() {
  return <OutboxPage list={singleMailings} kind="single" found={useLoaderData<typeof loader>()} />;
}
