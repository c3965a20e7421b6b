// /contacts/blacklist/bulk - the last step before several numbers are taken off the blacklist
import { useActionData, useLoaderData } from "@remix-run/react";
import { bulkAction, bulkLoader } from "../kit/lists/bulk.server";
import { BulkPage } from "../kit/lists/bulk-page";
import { titled } from "../kit/title";
import { blacklist } from "./blacklist.list";

const path = "/contacts/blacklist/bulk";

export const meta = titled("Change several numbers");

export const loader = bulkLoader(path, blacklist);

export const action = bulkAction(path, blacklist);

export default function BlacklistBulk() {
  return <BulkPage found={useLoaderData<typeof loader>()} last={useActionData<typeof action>()} />;
}
