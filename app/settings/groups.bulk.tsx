// /settings/groups/bulk - the last step before several roles are deleted
import { useActionData, useLoaderData } from "@remix-run/react";
import { bulkAction, bulkLoader } from "../kit/lists/bulk.server";
import { BulkPage } from "../kit/lists/bulk-page";
import { titled } from "../kit/title";
import { roles } from "./groups.list";

const path = "/settings/groups/bulk";

export const meta = titled("Change several roles");

export const loader = bulkLoader(path, roles);

export const action = bulkAction(path, roles);

export default function RolesBulk() {
  return <BulkPage found={useLoaderData<typeof loader>()} last={useActionData<typeof action>()} />;
}
