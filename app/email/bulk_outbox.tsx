// /email/bulk_outbox - emails sent, to contact groups
import { useLoaderData } from "@remix-run/react";
import { loadList } from "../kit/lists/load.server";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { bulkMailings } from "./mailings/mailings.list";
import { OutboxPage } from "./mailings/outbox-page";

export const meta = titled("Bulk email outbox");

export const loader = page("/email/bulk_outbox", (given) => loadList(bulkMailings, given));

export default function Outbox() {
  return <OutboxPage list={bulkMailings} kind="bulk" found={useLoaderData<typeof loader>()} />;
}
