// /crm/organisations/bulk - the last step before several organisations are changed
import { useActionData, useLoaderData } from "@remix-run/react";
import { bulkAction, bulkLoader } from "../kit/lists/bulk.server";
import { BulkPage } from "../kit/lists/bulk-page";
import { titled } from "../kit/title";
import { organisations } from "./organisations.list";

const path = "/crm/organisations/bulk";

export const meta = titled("Change organisations");

export const loader = bulkLoader(path, organisations);

export const action = bulkAction(path, organisations);

export default function OrganisationsBulk() {
  return <BulkPage found={useLoaderData<typeof loader>()} last={useActionData<typeof action>()} />;
}
