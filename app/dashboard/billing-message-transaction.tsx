// /dashboard/billing-message-transaction - what messages cost: a line per blast, with filters
import type { MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Send } from "lucide-react";
import { brand } from "../../rules/brand";
import { commas } from "../../rules/format";
import { showKes, showPartPrice } from "../../rules/money";
import { type Blast, blastStatuses } from "../../services/messaging/contract.blasts";
import { href } from "../href";
import { blastStatus, heldOf, sendTime, titleOf } from "../kit/blast-labels";
import { DateTime } from "../kit/date-time";
import { searchOf, withQuery } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { Filters } from "../kit/ui/filters";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { type Column, RowLink } from "../kit/ui/table";
import { Tabs } from "../kit/ui/tabs";
import { expectStatus, page } from "../shell/page.server";
import { charges } from "./billing-message-transaction.list";
import { moneyPages } from "./money.server";
import { MoneyTabs } from "./money-tabs";

const path = "/dashboard/billing-message-transaction";

export const meta: MetaFunction = () => [{ title: `Message charges - ${brand.name}` }];

export const loader = page(path, async ({ api, url, viewer }) => {
  const search = searchOf(charges, url);
  return {
    see: moneyPages(viewer),
    rows: expectStatus(await charges.rows(api, search), 200),
    search,
    zone: viewer.time_zone,
  };
});

function columnsIn(zone: string): Column<Blast>[] {
  return [
    {
      name: "name",
      label: "Message",
      wide: true,
      mobileOrder: 1,
      cell: (blast) => <RowLink to={href("/sms/history/:id", { id: blast.id })}>{titleOf(blast)}</RowLink>,
    },
    { name: "sender", label: "Sender", muted: true, hideOnSmall: true, cell: ({ sender }) => sender },
    {
      name: "parts",
      label: "Parts",
      align: "right",
      mobileOrder: 3,
      cardUnit: "parts",
      cell: ({ parts }) => commas(parts),
    },
    {
      name: "each",
      label: "A part",
      align: "right",
      hideOnSmall: true,
      cell: ({ parts, cost_cents }) => (parts > 0 ? showPartPrice(Math.round((cost_cents * 100) / parts)) : "–"),
    },
    {
      name: "held",
      label: "Reserved",
      align: "right",
      muted: true,
      hideOnSmall: true,
      cell: (blast) => showKes(heldOf(blast)),
    },
    {
      name: "charged",
      label: "Charged",
      align: "right",
      alignEnd: true,
      mobileOrder: 2,
      cell: ({ charged_cents, refunded_cents }) => showKes(charged_cents - refunded_cents),
    },
    {
      name: "status",
      label: "Status",
      alignEnd: true,
      mobileOrder: 4,
      cell: ({ status }) => <Status kind={blastStatus[status].kind}>{blastStatus[status].word}</Status>,
    },
    {
      name: "time",
      label: "Time",
      muted: true,
      mobileOrder: 5,
      cell: (blast) => <DateTime at={sendTime(blast)} zone={zone} />,
    },
  ];
}

export default function MessageCharges() {
  const { see, rows, search, zone } = useLoaderData<typeof loader>();
  const location = useLocation();
  const express = search.view === "express";
  const bare = href(path, undefined, { view: express ? "express" : undefined });
  const chip = (name: "status" | "start_date" | "end_date" | "q", label: string, value: string | undefined) =>
    value ? [{ label, value, remove: withQuery(location.search, { [name]: undefined }) }] : [];
  const chips = [
    ...chip("q", "Search", search.q),
    ...chip("status", "Status", search.status && blastStatus[search.status].word),
    ...chip("start_date", "From", search.start_date),
    ...chip("end_date", "Until", search.end_date),
  ];
  return (
    <>
      <PageHeader
        title="Message charges"
        text="What was reserved for each blast when it was confirmed, and what was charged. The rest was refunded to the balance."
      />
      <MoneyTabs current="messages" see={see} />
      <Tabs
        label="Kind"
        tabs={[
          { label: "Bulk", to: href(path), current: !express },
          { label: "Single", to: href(path, undefined, { view: "express" }), current: express },
        ]}
      />
      <Filters
        params={[...new URLSearchParams(location.search)]}
        search={{ name: "q", label: "Name or message", value: search.q }}
        chips={chips}
        clear={bare}
        fields={[
          {
            kind: "choice",
            name: "status",
            label: "Status",
            choices: blastStatuses.map((value) => ({ value, label: blastStatus[value].word })),
            ...(search.status ? { value: search.status } : {}),
          },
          {
            kind: "date",
            name: "start_date",
            label: "From",
            ...(search.start_date ? { value: search.start_date } : {}),
          },
          { kind: "date", name: "end_date", label: "Until", ...(search.end_date ? { value: search.end_date } : {}) },
        ]}
      />
      <ListCard
        noun={["charge", "charges"]}
        rows={rows}
        columns={columnsIn(zone)}
        id={({ id }) => String(id)}
        csvHref={href("/dashboard/billing-message-transaction.csv")}
        empty={
          chips.length > 0 ? (
            <EmptyState
              kind="filtered"
              title="Nothing matches these filters"
              text="No charge fits all of them. Remove a filter to see more."
              actions={<LinkButton to={bare}>Clear the filters</LinkButton>}
            />
          ) : (
            <EmptyState
              icon={Send}
              title="No messages were charged yet"
              text="Blasts are listed here with their parts and cost as soon as they are confirmed."
            />
          )
        }
      />
    </>
  );
}
