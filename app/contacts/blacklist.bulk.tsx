// /contacts/blacklist/bulk - the last step before several numbers are taken off the blacklist
import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { brand } from "../brand";
import { bulkAction, bulkLoader } from "../kit/lists/bulk.server";
import { BulkPage } from "../kit/lists/bulk-page";
import { blacklist } from "./blacklist.list";

const path = "/contacts/blacklist/bulk";

export const meta: MetaFunction = () => [{ title: `Blacklist - ${brand.name}` }];

export const loader = bulkLoader(path, blacklist);

export const action = bulkAction(path, blacklist);

export default function BlacklistBulk() {
  return <BulkPage found={useLoaderData<typeof loader>()} last={useActionData<typeof action>()} />;
}
