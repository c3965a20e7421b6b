// /sms/history - every blast and single message of the account
import type { MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Plus, Send } from "lucide-react";
import { brand } from "../../rules/brand";
import { href } from "../href";
import { searchOf, withQuery } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { Filters } from "../kit/ui/filters";
import { PageHeader } from "../kit/ui/page-header";
import { Tabs } from "../kit/ui/tabs";
import { expectStatus, page } from "../shell/page.server";
import { sendingOf } from "./blast.server";
import { blasts } from "./history.list";
import { BlastMenu, blastColumns, filterChips, filterFields } from "./history.parts";

export const meta: MetaFunction = () => [{ title: `SMS history - ${brand.name}` }];

export const loader = page("/sms/history", async ({ api, url, viewer }) => {
  const search = searchOf(blasts, url);
  const [rows, senders] = await Promise.all([blasts.rows(api, search), api.messaging.senders({})]);
  const named = senders.status === 200 ? senders.body.data.map(({ sender }) => sender) : [];
  return { rows: expectStatus(rows, 200), search, senders: named, zone: viewer.time_zone, sending: sendingOf(viewer) };
});

export default function History() {
  const { rows, search, senders, zone, sending } = useLoaderData<typeof loader>();
  const location = useLocation();
  const express = search.view === "express";
  const chips = filterChips(search, location.search);
  const bare = href("/sms/history", undefined, { view: express ? "express" : undefined });
  const may = express ? sending.express : sending.bulk;
  const writes = href(express ? "/sms/send" : "/sms/bulk");
  const write = express ? "New single SMS" : "New bulk SMS";
  return (
    <>
      <PageHeader
        title="SMS history"
        text="Every blast and single message sent from this account."
        actions={
          may && (
            <LinkButton to={writes} variant="primary" icon={Plus}>
              {write}
            </LinkButton>
          )
        }
      />
      <Tabs
        label="Kind"
        tabs={[
          { label: "Bulk", to: href("/sms/history"), current: !express },
          { label: "Single", to: href("/sms/history", undefined, { view: "express" }), current: express },
        ]}
      />
      <Filters
        params={[...new URLSearchParams(location.search)]}
        search={{ name: "q", label: "Name or message", value: search.q }}
        chips={chips}
        clear={bare}
        fields={filterFields(search, senders)}
      />
      <ListCard
        noun={express ? ["message", "messages"] : ["blast", "blasts"]}
        rows={rows}
        columns={blastColumns(zone, express)}
        id={(blast) => String(blast.id)}
        action={(blast) => <BlastMenu blast={blast} sending={sending} />}
        csvHref={href("/sms/history.csv")}
        empty={
          chips.length > 0 ? (
            <EmptyState
              kind="filtered"
              title="Nothing matches these filters"
              text={`No ${express ? "message" : "blast"} fits all of them. Remove a filter to see more.`}
              actions={
                <LinkButton to={withQuery("", express ? { view: "express" } : {})}>Clear the filters</LinkButton>
              }
            />
          ) : (
            <EmptyState
              icon={Send}
              title={express ? "No single messages yet" : "No blasts yet"}
              text={
                express
                  ? "Single messages and their delivery appear here."
                  : "A blast is one message to every contact of a group. Blasts appear here with their progress, cost and receipts."
              }
              actions={
                may && (
                  <LinkButton to={writes} variant="primary" icon={Plus}>
                    {write}
                  </LinkButton>
                )
              }
            />
          )
        }
      />
    </>
  );
}
