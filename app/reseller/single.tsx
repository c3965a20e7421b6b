// /reseller/single - send one message from a child account: chooses the account, and goes on to its own page
import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { PageHeader } from "../kit/ui/page-header";
import { page } from "../shell/page.server";
import { childChoices } from "./child/child.server";
import { Choose } from "./child/choose";
import { ResellerTabs } from "./child/reseller-tabs";

const path = "/reseller/single";

export const meta: MetaFunction = () => [{ title: `Send single for an account - ${brand.name}` }];

export const loader = page(path, ({ api, url }) => childChoices(api, url));

export default function SingleForChild() {
  const { choices, child } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Reseller"
        text="Send a message to phone numbers from a child account, at its price and out of its balance."
      />
      <ResellerTabs now={path} child={child} />
      <Choose choices={choices} child={child} label="Send for" to="/sms/send" />
    </>
  );
}
