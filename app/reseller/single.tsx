// /reseller/single - one message to typed numbers, from a child account
import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { PageHeader } from "../kit/ui/page-header";
import { ChildPicker } from "./child-picker";
import { composed, composing } from "./compose.server";
import { ComposePage } from "./compose-page";
import { ResellerTabs } from "./tabs";

export const meta: MetaFunction = () => [{ title: `Send single for an account - ${brand.name}` }];

export const loader = composing("/reseller/single");

export const action = composed("/reseller/single", "express");

export default function SingleForChild() {
  const { choices, child, sending, draft } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return (
    <>
      <PageHeader title="Reseller" text="Send a message to numbers, at its price and out of its balance." />
      <ResellerTabs now="/reseller/single" child={child} />
      <ChildPicker choices={choices} child={child} label="Send for" />
      {sending && <ComposePage key={sending.number} kind="express" sending={sending} draft={draft} last={last} />}
    </>
  );
}
