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
const requestPath = "/jibu/admin/requests/:id";

export const meta = titled("Administration");

export const loader = page(path, async (given) => {
  const { url, viewer } = given;
  const rest = withQuery(url.search, { decide: undefined }, true).replace(/^\?$/, "");
  redirectOldQuery(url, { decide: (id) => href(requestPath, { id }) + rest });
  return {
    ...(await loadList(approvals, given)),
    mayApprove: mayOpen(viewer, routeFor("/sms/settings/approveSender")),
  };
});

const tabs = [
  ["Waiting", "open"],
  ["Approved", "approved"],
  ["Refused", "refused"],
  ["All", "all"],
] as const;

export default function Administration() {
  const { mayApprove, ...found } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const now = found.search.state;
  const to = (state: string) => href(path) + withQuery(search, { state: state === "open" ? undefined : state });
  return (
    <>
      <ListPage
        list={approvals}
        found={found}
        text="Requests from accounts, and payments that could not be matched."
        actions={mayApprove && <LinkButton to={href("/sms/settings/approveSender")}>Sender IDs</LinkButton>}
        action={({ id, state, title }) =>
          state === "open" ? (
            <LinkButton to={href(requestPath, { id }) + search} preventScrollReset>
              Decide<span className="sr-only">: {title}</span>
            </LinkButton>
          ) : null
        }
        empty={{
          icon: CircleCheck,
          title: now === "open" ? "Nothing waits" : "Nothing here yet",
          text: "Product requests, bank slips and unmatched payments of all accounts appear here.",
        }}
        filtered={{
          title: "Nothing matches these filters",
          text: "No request fits all of them. Remove a filter to see more.",
        }}
      >
        <Tabs label="State" tabs={tabs.map(([label, state]) => ({ label, to: to(state), current: now === state }))} />
      </ListPage>
      <Outlet />
    </>
  );
}
