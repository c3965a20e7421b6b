// /reseller - the child accounts
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { Plus, Store } from "lucide-react";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { ChildMenu } from "./child-menu";
import { children } from "./index.list";
import { ResellerTabs } from "./tabs";

export const meta = titled("Child accounts");

export const loader = listLoader("/reseller", children);

export default function Children() {
  const { search } = useLocation();
  const add = (
    <LinkButton to={href("/reseller/new") + search} variant="primary" icon={Plus}>
      New account
    </LinkButton>
  );
  return (
    <>
      <ListPage
        list={children}
        found={useLoaderData<typeof loader>()}
        title="Reseller"
        text="Accounts of your own customers, each with its people, balance and price."
        actions={add}
        action={(child) => <ChildMenu child={child} />}
        empty={{
          icon: Store,
          title: "No child accounts yet",
          text: "Open one for a customer: its owner gets an invitation by email, and you set the price of its messages.",
          actions: add,
        }}
        filtered={{
          title: "Nothing matches these filters",
          text: "No child account has that name, number or state. Remove a filter to see more.",
        }}
      >
        <ResellerTabs now="/reseller" />
      </ListPage>
      <Outlet />
    </>
  );
}
