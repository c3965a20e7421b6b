// /settings/templates/bulk - the last step before several templates are deleted
import { useActionData, useLoaderData } from "@remix-run/react";
import { bulkAction, bulkLoader } from "../kit/lists/bulk.server";
import { BulkPage } from "../kit/lists/bulk-page";
import { templates } from "../kit/templates/templates.list";
import { titled } from "../kit/title";

const path = "/settings/templates/bulk";

export const meta = titled("Change several templates");

export const loader = bulkLoader(path, templates);

export const action = bulkAction(path, templates);

export default function TemplatesBulk() {
  return <BulkPage found={useLoaderData<typeof loader>()} last={useActionData<typeof action>()} />;
}
