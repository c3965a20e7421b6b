// /crm/contactactions/tasks/bulk - the last step before several tasks are changed
import { useActionData, useLoaderData } from "@remix-run/react";
import { bulkAction, bulkLoader } from "../kit/lists/bulk.server";
import { BulkPage } from "../kit/lists/bulk-page";
import { titled } from "../kit/title";
import { tasks } from "./contactactions.tasks.list";

const path = "/crm/contactactions/tasks/bulk";

export const meta = titled("Change tasks");

export const loader = bulkLoader(path, tasks);

export const action = bulkAction(path, tasks);

export default function TasksBulk() {
  return <BulkPage found={useLoaderData<typeof loader>()} last={useActionData<typeof action>()} />;
}
