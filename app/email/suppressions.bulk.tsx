// /email/suppressions/bulk - the last step before several addresses are taken off the list
import { useActionData, useLoaderData } from "@remix-run/react";
import { bulkAction, bulkLoader } from "../kit/lists/bulk.server";
import { BulkPage } from "../kit/lists/bulk-page";
import { titled } from "../kit/title";
import { suppressions } from "./suppressions.list";

const path = "/email/suppressions/bulk";

export const meta = titled("Change several addresses");

export const loader = bulkLoader(path, suppressions);

export const action = bulkAction(path, suppressions);

export default function SuppressionsBulk() {
  return <BulkPage found={useLoaderData<typeof loader>()} last={useActionData<typeof action>()} />;
}
