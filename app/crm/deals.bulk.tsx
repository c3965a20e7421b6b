// /crm/deals/bulk - the last step before several deals are changed
import { useActionData, useLoaderData } from "@remix-run/react";
import { bulkAction, bulkLoader } from "../kit/lists/bulk.server";
import { BulkPage } from "../kit/lists/bulk-page";
import { titled } from "../kit/title";
import { deals } from "./record/records.list";

const path = "/crm/deals/bulk";

export const meta = titled("Change deals");

export const loader = bulkLoader(path, deals);

export const action = bulkAction(path, deals);

export default function DealsBulk() {
  return <BulkPage found={useLoaderData<typeof loader>()} last={useActionData<typeof action>()} />;
}
