// /reseller/accounts/bulk - the last step before several child accounts are suspended or resumed
import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { bulkAction, bulkLoader } from "../kit/lists/bulk.server";
import { BulkPage } from "../kit/lists/bulk-page";
import { children } from "./index.list";

const path = "/reseller/accounts/bulk";

export const meta: MetaFunction = () => [{ title: `Change several accounts - ${brand.name}` }];

export const loader = bulkLoader(path, children);

export const action = bulkAction(path, children);

export default function AccountsBulk() {
  return <BulkPage found={useLoaderData<typeof loader>()} last={useActionData<typeof action>()} />;
}
