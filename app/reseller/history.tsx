// /reseller/history - what a child account sent: chooses the account, and goes on to its own page
import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { PageHeader } from "../kit/ui/page-header";
import { page } from "../shell/page.server";
import { childChoices } from "./child/child.server";
import { Choose } from "./child/choose";
import { ResellerTabs } from "./child/reseller-tabs";

const path = "/reseller/history";

export const meta: MetaFunction = () => [{ title: `History of an account - ${brand.name}` }];

export const loader = page(path, ({ api, url }) => childChoices(api, url));

export default function History() {
  const { choices, child } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Reseller" text="What was sent in a child account, by its people and by you." />
      <ResellerTabs now={path} child={child} />
      <Choose choices={choices} child={child} label="History of" to="/sms/history" />
    </>
  );
}
