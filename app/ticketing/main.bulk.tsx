// /ticketing/main/bulk - the last step before selected tickets of one's own are changed or deleted
import { useActionData, useLoaderData } from "@remix-run/react";
import { bulkAction, bulkLoader } from "../kit/lists/bulk.server";
import { BulkPage } from "../kit/lists/bulk-page";
import { titled } from "../kit/title";
import { myTickets } from "./tickets.list";

const path = "/ticketing/main/bulk";

export const meta = titled("Change tickets");

export const loader = bulkLoader(path, myTickets);

export const action = bulkAction(path, myTickets);

export default function MyTicketsBulk() {
  return <BulkPage found={useLoaderData<typeof loader>()} last={useActionData<typeof action>()} />;
}
