// /crm/settings/sequences/:id/people/bulk - the last step before several people of a sequence are changed
import { useActionData, useLoaderData } from "@remix-run/react";
import { bulkAction, bulkLoader } from "../kit/lists/bulk.server";
import { BulkPage } from "../kit/lists/bulk-page";
import { titled } from "../kit/title";
import { sequencePeopleList } from "./settings.sequences.$id.people.list";

const path = "/crm/settings/sequences/:id/people/bulk";

export const meta = titled("Change people in a sequence");

export const loader = bulkLoader(path, sequencePeopleList);

export const action = bulkAction(path, sequencePeopleList);

export default function SequencePeopleBulk() {
  return <BulkPage found={useLoaderData<typeof loader>()} last={useActionData<typeof action>()} />;
}
