// /settings/selfcare/statement - everything that changed the balance, with the balance after it

import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Plus, ScrollText } from "lucide-react";
import { brand } from "../../rules/brand";
import { showKes } from "../../rules/money";
import { productName } from "../../rules/product-names";
import type { StatementLine } from "../../services/billing/contract.statement";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { searchOf } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { PageHeader } from "../kit/ui/page-header";
import type { Column } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";
import { MoneyFilters, NothingMatches } from "./selfcare.filters";
import { kindNames, statement } from "./selfcare.lists";
import { SelfcareTabs } from "./selfcare.tabs";

const path = "/settings/selfcare/statement";

export const meta: MetaFunction = () => [{ title: `Statement - ${brand.name}` }];

export const loader = page(path, async ({ api, url, viewer }) => {
  const search = searchOf(statement, url);
  const rows = expectStatus(await statement.rows(api, search), 200);
  return { rows, search, zone: viewer.time_zone };
});

function columnsIn(zone: string): Column<StatementLine>[] {
  return [
    { name: "at", label: "Time", muted: true, mobileOrder: 5, cell: ({ at }) => <DateTime at={at} zone={zone} /> },
    { name: "kind", label: "Kind", mobileOrder: 3, cell: ({ kind }) => kindNames[kind] },
    {
      name: "what",
      label: "Description",
      wide: true,
      mobileOrder: 1,
      cell: ({ description, reference }) => description || reference,
    },
    {
      name: "product",
      label: "Product",
      muted: true,
      hideOnSmall: true,
      cell: ({ product }) => productName(product) || "–",
    },
    {
      name: "cents",
      label: "Amount",
      align: "right",
      alignEnd: true,
      mobileOrder: 2,
      cell: ({ cents }) => <span className={cents > 0 ? "font-medium text-good" : ""}>{signed(cents)}</span>,
    },
    {
      name: "balance",
      label: "Balance",
      align: "right",
      alignEnd: true,
      mobileOrder: 4,
      cell: ({ balance_cents }) => showKes(balance_cents),
    },
  ];
}

/** "+KES 500.00": what came in is told from what went out by its sign, not by its colour alone. */
function signed(cents: number): string {
  return `${cents > 0 ? "+" : ""}${showKes(cents)}`;
}

export default function Statement() {
  const { rows, search, zone } = useLoaderData<typeof loader>();
  const filtered = search.start_date !== undefined || search.end_date !== undefined;
  return (
    <>
      <PageHeader title="Statement" text="Every change of the balance, newest first." />
      <SelfcareTabs current="statement" />
      <MoneyFilters path={href(path)} from={search.start_date} until={search.end_date} />
      <ListCard
        noun={["transaction", "transactions"]}
        rows={rows}
        columns={columnsIn(zone)}
        id={({ seq }) => String(seq)}
        csvHref={href("/settings/selfcare/statement.csv")}
        empty={
          filtered ? (
            <NothingMatches path={href(path)} what="line" />
          ) : (
            <EmptyState
              icon={ScrollText}
              title="No transactions yet"
              text="Payments and charges are listed here. Top up the balance to start."
              actions={
                <LinkButton to={href("/settings/selfcare/topup")} variant="primary" icon={Plus}>
                  Top up
                </LinkButton>
              }
            />
          )
        }
      />
    </>
  );
}
