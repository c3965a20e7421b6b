// /ticketing/tickets/bulk - the last step before the selected tickets are changed or deleted
import { useActionData, useLoaderData } from "@remix-run/react";
import { bulkAction, bulkLoader } from "../kit/lists/bulk.server";
import { BulkPage } from "../kit/lists/bulk-page";
import { titled } from "../kit/title";
import { tickets } from "./tickets.list";

const path = "/ticketing/tickets/bulk";

export const meta = titled("Change tickets");

export const loader = bulkLoader(path, tickets);

export const action = bulkAction(path, tickets);

export default function TicketsBulk() {
  return <BulkPage found={useLoaderData<typeof loader>()} last={useActionData<typeof action>()} />;
}
