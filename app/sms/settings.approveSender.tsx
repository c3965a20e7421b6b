// /sms/settings/approveSender - sender IDs of all accounts that a network has yet to decide on
import type { MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { CircleCheck } from "lucide-react";
import { brand } from "../../rules/brand";
import { href } from "../href";
import { searchOf } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { Filters } from "../kit/ui/filters";
import { PageHeader } from "../kit/ui/page-header";
import { expectStatus, page } from "../shell/page.server";
import { platformColumns } from "./sender-columns";
import { SenderTabs } from "./sender-tabs";
import { senderTabsOf } from "./sender-tabs.server";
import { waitingSenders } from "./senders.list";

const path = "/sms/settings/approveSender";

export const meta: MetaFunction = () => [{ title: `Approve sender IDs - ${brand.name}` }];

export const loader = page(path, async ({ api, url, viewer }) => {
  const search = searchOf(waitingSenders, url);
  const rows = expectStatus(await waitingSenders.rows(api, search), 200);
  return { rows, search, zone: viewer.time_zone, tabs: senderTabsOf(viewer) };
});

export default function ApproveSenders() {
  const { rows, search, zone, tabs } = useLoaderData<typeof loader>();
  const location = useLocation();
  return (
    <>
      <PageHeader title="Approve sender IDs" text="Requests from accounts. Record the decision of each network." />
      <SenderTabs now={path} open={tabs} />
      <Filters
        params={[...new URLSearchParams(location.search)]}
        search={{ name: "q", label: "Sender ID or account", value: search.q }}
        clear={href(path)}
      />
      <ListCard
        noun={["sender ID", "sender IDs"]}
        rows={rows}
        columns={platformColumns({ zone, to: ({ id }) => href("/sms/settings/approveSender/:id", { id }) })}
        id={({ id }) => String(id)}
        csvHref={href("/sms/settings/approveSender.csv")}
        empty={
          search.q ? (
            <EmptyState
              kind="filtered"
              title="Nothing matches this search"
              text="No waiting request has that name or account."
              actions={<LinkButton to={href(path)}>Clear the search</LinkButton>}
            />
          ) : (
            <EmptyState icon={CircleCheck} title="Nothing to approve" text="Requests of all accounts appear here." />
          )
        }
      />
      <Outlet />
    </>
  );
}
