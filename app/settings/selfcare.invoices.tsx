// /settings/selfcare/invoices - pro formas, tax invoices and credit notes
import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { FileDown, Package, Receipt } from "lucide-react";
import { brand } from "../../rules/brand";
import { showDay } from "../../rules/format";
import { showKes } from "../../rules/money";
import type { InvoiceRow } from "../../services/billing/contract.invoices";
import { href } from "../href";
import { searchOf } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { invoiceKindNames, invoiceStatus } from "../kit/money/labels";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { type Column, RowLink } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";
import { choicesOf, MoneyFilters, NothingMatches } from "./selfcare.filters";
import { invoices } from "./selfcare.lists";
import { SelfcareTabs } from "./selfcare.tabs";

const path = "/settings/selfcare/invoices";

export const meta: MetaFunction = () => [{ title: `Invoices - ${brand.name}` }];

export const loader = page(path, async ({ api, url, viewer }) => {
  const search = searchOf(invoices, url);
  const rows = expectStatus(await invoices.rows(api, search), 200);
  return { rows, search, zone: viewer.time_zone };
});

function columnsIn(zone: string): Column<InvoiceRow>[] {
  return [
    {
      name: "number",
      label: "Number",
      mobileOrder: 1,
      cell: ({ id, number }) => (
        <RowLink to={href("/settings/selfcare/invoices/:id", { id })}>
          <span className="num">{number}</span>
        </RowLink>
      ),
    },
    { name: "kind", label: "Kind", muted: true, mobileOrder: 3, cell: ({ kind }) => invoiceKindNames[kind] },
    { name: "title", label: "For", wide: true, hideOnSmall: true, cell: ({ title }) => title },
    {
      name: "total",
      label: "Total with VAT",
      align: "right",
      alignEnd: true,
      mobileOrder: 2,
      cell: ({ total_cents }) => showKes(total_cents),
    },
    {
      name: "state",
      label: "Status",
      alignEnd: true,
      mobileOrder: 4,
      cell: ({ state }) => <Status kind={invoiceStatus[state].kind}>{invoiceStatus[state].word}</Status>,
    },
    {
      name: "issued",
      label: "Issued",
      muted: true,
      mobileOrder: 5,
      cell: ({ issued_at }) => (
        <time dateTime={issued_at} title={issued_at}>
          {showDay(issued_at, zone)}
        </time>
      ),
    },
  ];
}

export default function Invoices() {
  const { rows, search, zone } = useLoaderData<typeof loader>();
  const filtered = Boolean(search.q || search.kind || search.state || search.start_date || search.end_date);
  return (
    <>
      <PageHeader
        title="Invoices"
        text="A pro forma is a request for payment. A tax invoice is issued when it is paid, and never changes."
      />
      <SelfcareTabs current="invoices" />
      <MoneyFilters
        path={href(path)}
        from={search.start_date}
        until={search.end_date}
        search={{ name: "q", label: "Number or product", value: search.q }}
        choices={[
          { name: "kind", label: "Kind", choices: choicesOf(invoiceKindNames), value: search.kind },
          { name: "state", label: "Status", choices: choicesOf(invoiceStatus), value: search.state },
        ]}
      />
      <ListCard
        noun={["invoice", "invoices"]}
        rows={rows}
        columns={columnsIn(zone)}
        id={({ id }) => String(id)}
        action={({ id, number }) => (
          <LinkButton
            variant="ghost"
            icon={FileDown}
            label={`${number} as PDF`}
            to={href("/settings/selfcare/invoices/:id/file", { id })}
            reloadDocument
          />
        )}
        csvHref={href("/settings/selfcare/invoices.csv")}
        empty={
          filtered ? (
            <NothingMatches path={href(path)} what="invoice" />
          ) : (
            <EmptyState
              icon={Receipt}
              title="No invoices yet"
              text="Choose a plan and ask for an invoice, or pay at once. The tax invoice appears here after payment."
              actions={
                <LinkButton to={href("/subscribe")} variant="primary" icon={Package}>
                  See products and plans
                </LinkButton>
              }
            />
          )
        }
      />
    </>
  );
}
