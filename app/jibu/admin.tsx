// /jibu/admin - the platform's people: product requests, bank slips and unmatched payments of all accounts
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { CircleCheck } from "lucide-react";
import { mayOpen } from "../access";
import { href } from "../href";
import { withQuery } from "../kit/list";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { redirectOldQuery } from "../kit/old-query.server";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Tabs } from "../kit/ui/tabs";
import { page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { approvals } from "./admin.list";

const path = "/jibu/admin";

export const meta = titled("Administration");

export const loader = page(path, async (given) => {
  redirectOldQuery(given.url, { decide: (id) => href("/jibu/admin/decide/:id", { id }) });
  const mayApprove = mayOpen(given.viewer, routeFor("/sms/settings/approveSender"));
  return { ...(await loadList(approvals, given)), mayApprove };
});

export default function Administration() {
  const { mayApprove, ...found } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const { state } = found.search;
  const to = (state: string | undefined) => href(path) + withQuery(search, { state });
  return (
    <ListPage
      list={approvals}
      found={found}
      text="Requests from accounts, and payments that could not be matched."
      actions={mayApprove && <LinkButton to={href("/sms/settings/approveSender")}>Sender IDs</LinkButton>}
      action={({ id, state, title }) =>
        state === "open" ? (
          <LinkButton to={href("/jibu/admin/decide/:id", { id }) + withQuery(search, {}, true)} preventScrollReset>
            Decide<span className="sr-only">: {title}</span>
          </LinkButton>
        ) : null
      }
      empty={{
        icon: CircleCheck,
        title: state === "open" ? "Nothing waits" : "Nothing here yet",
        text: "Product requests, bank slips and unmatched payments of all accounts appear here.",
      }}
      filtered={{
        title: "Nothing matches these filters",
        text: "No request fits all of them. Remove a filter to see more.",
      }}
    >
      <Tabs
        label="State"
        tabs={[
          { label: "Waiting", to: to(undefined), current: state === "open" },
          { label: "Approved", to: to("approved"), current: state === "approved" },
          { label: "Refused", to: to("refused"), current: state === "refused" },
          { label: "All", to: to("all"), current: state === "all" },
        ]}
      />
      <Outlet />
    </ListPage>
  );
}
