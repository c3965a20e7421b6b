// /contacts/contact-group/bulk - the last step before several groups are deleted
import { useActionData, useLoaderData } from "@remix-run/react";
import { groups } from "../kit/contact-groups.list";
import { bulkAction, bulkLoader } from "../kit/lists/bulk.server";
import { BulkPage } from "../kit/lists/bulk-page";
import { titled } from "../kit/title";

const path = "/contacts/contact-group/bulk";

export const meta = titled("Change several groups");

export const loader = bulkLoader(path, groups);

export const action = bulkAction(path, groups);

export default function ContactGroupsBulk() {
  return <BulkPage found={useLoaderData<typeof loader>()} last={useActionData<typeof action>()} />;
}
