// /issues - the issues that this account reported, and what became of each
import { Outlet, useLoaderData } from "@remix-run/react";
import { CircleHelp, Plus } from "lucide-react";
import { brand } from "../../rules/brand";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { issues } from "./index.list";

export const meta = titled("Reported issues");

export const loader = listLoader("/issues", issues);

export default function ReportedIssues() {
  const found = useLoaderData<typeof loader>();
  const create = (
    <LinkButton to={href("/issues/create")} variant="primary" icon={Plus}>
      Report an issue
    </LinkButton>
  );
  const text = `When something in ${brand.name} does not work as it should, report it here or from the top of any page. Each report becomes a ticket with our support team.`;
  return (
    <>
      <ListPage
        list={issues}
        found={found}
        text="Issues this account reported to our support team, and their status."
        actions={found.rows.total > 0 || found.search.status ? create : undefined}
        empty={{ icon: CircleHelp, title: "Nothing reported yet", text, actions: create }}
        filtered={{ title: "No issues with this status", text }}
      />
      <Outlet />
    </>
  );
}
