// /sms/settings/allSender - the sender IDs of all accounts
import type { MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { IdCard } from "lucide-react";
import { brand } from "../../rules/brand";
import { href } from "../href";
import { searchOf, withQuery } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { Filters } from "../kit/ui/filters";
import { PageHeader } from "../kit/ui/page-header";
import { expectStatus, page } from "../shell/page.server";
import { platformColumns } from "./sender-columns";
import { statusChoices, statusNames } from "./sender-labels";
import { SenderTabs } from "./sender-tabs";
import { senderTabsOf } from "./sender-tabs.server";
import { allSenders } from "./senders.list";

const path = "/sms/settings/allSender";

export const meta: MetaFunction = () => [{ title: `All sender IDs - ${brand.name}` }];

export const loader = page(path, async ({ api, url, viewer }) => {
  const search = searchOf(allSenders, url);
  const rows = expectStatus(await allSenders.rows(api, search), 200);
  return { rows, search, zone: viewer.time_zone, tabs: senderTabsOf(viewer) };
});

export default function AllSenders() {
  const { rows, search, zone, tabs } = useLoaderData<typeof loader>();
  const location = useLocation();
  const status = search.status && { value: search.status, word: statusNames[search.status] };
  return (
    <>
      <PageHeader title="All sender IDs" text="Every sender ID of every account, with its status on each network." />
      <SenderTabs now={path} open={tabs} />
      <Filters
        params={[...new URLSearchParams(location.search)]}
        search={{ name: "q", label: "Sender ID or account", value: search.q }}
        chips={
          status
            ? [{ label: "Status", value: status.word, remove: withQuery(location.search, { status: undefined }) }]
            : []
        }
        clear={href(path)}
        fields={[
          {
            ...{ kind: "choice", name: "status", label: "Status", choices: statusChoices },
            ...(status ? { value: status.value } : {}),
          },
        ]}
      />
      <ListCard
        noun={["sender ID", "sender IDs"]}
        rows={rows}
        columns={platformColumns({ zone, to: ({ id }) => href("/sms/settings/allSender/:id", { id }) })}
        id={({ id }) => String(id)}
        csvHref={href("/sms/settings/allSender.csv")}
        empty={
          search.q || status ? (
            <EmptyState
              kind="filtered"
              title="Nothing matches these filters"
              text="No sender ID has that name, account and status. Remove a filter to see more."
              actions={<LinkButton to={href(path)}>Clear the filters</LinkButton>}
            />
          ) : (
            <EmptyState icon={IdCard} title="No sender IDs yet" text="Sender IDs of all accounts appear here." />
          )
        }
      />
      <Outlet />
    </>
  );
}
