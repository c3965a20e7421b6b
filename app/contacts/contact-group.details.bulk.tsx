// /contacts/contact-group/details/bulk - the last step before several contacts of a group are changed
import { useActionData, useLoaderData } from "@remix-run/react";
import { bulkAction, bulkLoader } from "../kit/lists/bulk.server";
import { BulkPage } from "../kit/lists/bulk-page";
import { titled } from "../kit/title";
import { members } from "./contact-group.details.list";

const path = "/contacts/contact-group/details/bulk";

export const meta = titled("Change several contacts");

export const loader = bulkLoader(path, members);

export const action = bulkAction(path, members);

export default function GroupContactsBulk() {
  return <BulkPage found={useLoaderData<typeof loader>()} last={useActionData<typeof action>()} />;
}
