// /jibu/admin/accounts - all accounts, for the people who run the platform
import { useLoaderData } from "@remix-run/react";
import { Building2 } from "lucide-react";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { accounts } from "./admin.accounts.list";

export const meta = titled("Accounts");

export const loader = listLoader("/jibu/admin/accounts", accounts);

export default function Accounts() {
  return (
    <ListPage
      list={accounts}
      found={useLoaderData<typeof loader>()}
      text="All accounts on the platform, newest first."
      empty={{
        icon: Building2,
        title: "No accounts yet",
        text: "Accounts are listed here as soon as they sign up.",
      }}
      filtered={{
        title: "Nothing matches these filters",
        text: "No account has that name, number or state. Remove a filter to see more.",
      }}
    />
  );
}
