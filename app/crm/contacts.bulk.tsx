// /crm/contacts/bulk - the last step before several contacts are changed
import { useActionData, useLoaderData } from "@remix-run/react";
import { bulkAction, bulkLoader } from "../kit/lists/bulk.server";
import { BulkPage } from "../kit/lists/bulk-page";
import { titled } from "../kit/title";
import { contacts } from "./record/records.list";

const path = "/crm/contacts/bulk";

export const meta = titled("Change contacts");

export const loader = bulkLoader(path, contacts);

export const action = bulkAction(path, contacts);

export default function ContactsBulk() {
  return <BulkPage found={useLoaderData<typeof loader>()} last={useActionData<typeof action>()} />;
}
