// /crm/contactactions/bulk - the last step before several appointments are called off
import { useActionData, useLoaderData } from "@remix-run/react";
import { bulkAction, bulkLoader } from "../kit/lists/bulk.server";
import { BulkPage } from "../kit/lists/bulk-page";
import { titled } from "../kit/title";
import { appointments } from "./contactactions.list";

const path = "/crm/contactactions/bulk";

export const meta = titled("Change appointments");

export const loader = bulkLoader(path, appointments);

export const action = bulkAction(path, appointments);

export default function AppointmentsBulk() {
  return <BulkPage found={useLoaderData<typeof loader>()} last={useActionData<typeof action>()} />;
}
