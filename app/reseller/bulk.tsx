// /reseller/bulk - one message to contact groups of a child account
import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { PageHeader } from "../kit/ui/page-header";
import { ChildPicker } from "./child-picker";
import { composed, composing } from "./compose.server";
import { ComposePage } from "./compose-page";
import { ResellerTabs } from "./tabs";

export const meta: MetaFunction = () => [{ title: `Send bulk for an account - ${brand.name}` }];

export const loader = composing("/reseller/bulk");

export const action = composed("/reseller/bulk", "bulk");

export default function BulkForChild() {
  const { choices, child, sending, draft } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="Reseller"
        text="Send a message to groups of a child account, at its price and out of its balance."
      />
      <ResellerTabs now="/reseller/bulk" child={child} />
      <ChildPicker choices={choices} child={child} label="Send for" />
      {sending && <ComposePage key={sending.number} kind="bulk" sending={sending} draft={draft} last={last} />}
    </>
  );
}
