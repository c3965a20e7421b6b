// /crm/leads/bulk - the last step before several leads are changed
import { useActionData, useLoaderData } from "@remix-run/react";
import { bulkAction, bulkLoader } from "../kit/lists/bulk.server";
import { BulkPage } from "../kit/lists/bulk-page";
import { titled } from "../kit/title";
import { leads } from "./record/records.list";

const path = "/crm/leads/bulk";

export const meta = titled("Change leads");

export const loader = bulkLoader(path, leads);

export const action = bulkAction(path, leads);

export default function LeadsBulk() {
  return <BulkPage found={useLoaderData<typeof loader>()} last={useActionData<typeof action>()} />;
}
