// /sms/settings/sender - the account's sender IDs: status on each network, time requested, time approved (R099)
import type { MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { IdCard, Plus } from "lucide-react";
import { brand } from "../../rules/brand";
import { href } from "../href";
import { searchOf, withQuery } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { Filters } from "../kit/ui/filters";
import { PageHeader } from "../kit/ui/page-header";
import { expectStatus, page } from "../shell/page.server";
import { senderColumns } from "./sender-columns";
import { statusChoices, statusNames } from "./sender-labels";
import { SenderTabs } from "./sender-tabs";
import { senderTabsOf } from "./sender-tabs.server";
import { ownSenders } from "./senders.list";

const path = "/sms/settings/sender";

export const meta: MetaFunction = () => [{ title: `Sender IDs - ${brand.name}` }];

export const loader = page(path, async ({ api, url, viewer }) => {
  const search = searchOf(ownSenders, url);
  const { shared, ...rows } = expectStatus(await api.messaging.senderData({ query: search }), 200);
  return { rows, shared, search, zone: viewer.time_zone, tabs: senderTabsOf(viewer) };
});

export default function SenderIds() {
  const { rows, shared, search, zone, tabs } = useLoaderData<typeof loader>();
  const location = useLocation();
  const request = (
    <LinkButton to={href("/sms/settings/sender/new")} variant="primary" icon={Plus} preventScrollReset>
      Request a sender ID
    </LinkButton>
  );
  const filtered = Boolean(search.q || search.status);
  return (
    <>
      <PageHeader
        title="Sender IDs"
        text="The name that phones show above your messages. Each network approves it."
        actions={rows.total > 0 || filtered ? request : undefined}
      />
      <SenderTabs now={path} open={tabs} />
      {shared && (
        <p className="card mb-4 px-5 py-3 max-md:px-4">
          <b className="font-medium">{shared}</b>{" "}
          <span className="text-quiet">
            is the shared sender ID. You can send from it now, on every network; other businesses use it too.
          </span>
        </p>
      )}
      <Filters
        params={[...new URLSearchParams(location.search)]}
        search={{ name: "q", label: "Sender ID", value: search.q }}
        chips={
          search.status
            ? [
                {
                  label: "Status",
                  value: statusNames[search.status],
                  remove: withQuery(location.search, { status: undefined }),
                },
              ]
            : []
        }
        clear={href(path)}
        fields={[
          {
            kind: "choice",
            name: "status",
            label: "Status",
            choices: statusChoices,
            ...(search.status ? { value: search.status } : {}),
          },
        ]}
      />
      <ListCard
        noun={["sender ID", "sender IDs"]}
        rows={rows}
        columns={senderColumns({ zone, to: ({ id }) => href("/sms/settings/sender/:id", { id }) })}
        id={({ id }) => String(id)}
        csvHref={href("/sms/settings/sender.csv")}
        empty={
          filtered ? (
            <EmptyState
              kind="filtered"
              title="Nothing matches these filters"
              text="No sender ID has that name and status. Remove a filter to see more."
              actions={<LinkButton to={href(path)}>Clear the filters</LinkButton>}
            />
          ) : (
            <EmptyState
              icon={IdCard}
              title="No sender ID of your own yet"
              text="Ask for the name of your business. You need a letter that says you may use it."
              actions={request}
            />
          )
        }
      />
      <Outlet />
    </>
  );
}
