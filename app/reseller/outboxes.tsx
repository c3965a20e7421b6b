// /reseller/outboxes - the messages of a child account: chooses the account (`?child=`), and goes on to its own page (`&blast=`)
import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { PageHeader } from "../kit/ui/page-header";
import { page } from "../shell/page.server";
import { blastIn, childChoices } from "./child/child.server";
import { Choose } from "./child/choose";
import { ResellerTabs } from "./child/reseller-tabs";

const path = "/reseller/outboxes";

export const meta: MetaFunction = () => [{ title: `Messages of an account - ${brand.name}` }];

export const loader = page(path, async ({ api, url }) => ({
  ...(await childChoices(api, url)),
  blast: blastIn(url),
}));

export default function Outboxes() {
  const { choices, child, blast } = useLoaderData<typeof loader>();
  const to = blast ? `/sms/history/${blast}/messages` : "/sms/history";
  return (
    <>
      <PageHeader title="Reseller" text="The messages of a child account, each with its result." />
      <ResellerTabs now="/reseller/history" child={child} />
      <Choose choices={choices} child={child} label="Messages of" to={to} />
    </>
  );
}
