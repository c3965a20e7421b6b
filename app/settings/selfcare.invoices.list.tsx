import { z } from "zod";
import { showDay } from "../../rules/format";
import { headSort, listOrders } from "../../rules/list-orders";
import { showKes } from "../../rules/money";
import { type InvoiceRow, invoiceKinds, invoiceStates } from "../../services/billing/contract.invoices";
import { day, paging, sortField } from "../../services/kit/contract";
import { href } from "../href";
import { list } from "../kit/lists/definition";
import { invoiceKindNames, invoiceStatus } from "../kit/money/labels";
import { Status } from "../kit/ui/status";
import { RowLink } from "../kit/ui/table";
import { dayFilters, kes, stateChoices } from "./selfcare/payments";

/** Pro formas, tax invoices and credit notes. */
export const invoices = list({
  path: "/settings/selfcare/invoices",
  file: "invoices",
  noun: ["invoice", "invoices"],
  search: z.object({
    ...paging,
    ...{ start_date: day, end_date: day },
    sort: sortField(listOrders.invoices),
    kind: z.enum(invoiceKinds).optional().catch(undefined),
    state: z.enum(invoiceStates).optional().catch(undefined),
    q: z.string().max(100).catch("").default(""),
  }),
  find: "Number or product",
  rows: ({ api }, query) => api.billing.invoices({ query }),
  filters: () => [
    { name: "kind", label: "Kind", choices: stateChoices(invoiceKindNames) },
    { name: "state", label: "Status", choices: stateChoices(invoiceStatus) },
    ...dayFilters,
  ],
  columns: ({ zone }) => [
    {
      ...{ name: "number", label: "Number", mobileOrder: 1, fixed: true, num: true },
      sort: headSort("invoices", "number"),
      value: ({ number }: InvoiceRow) => number,
      cell: ({ id, number }) => <RowLink to={href("/settings/selfcare/invoices/:id", { id })}>{number}</RowLink>,
    },
    { name: "kind", label: "Kind", muted: true, mobileOrder: 3, value: ({ kind }) => invoiceKindNames[kind] },
    { name: "title", label: "For", wide: true, hideOnSmall: true, value: ({ title }) => title },
    {
      ...{ name: "total", label: "Total with VAT", heading: "Total (KES)", align: "right", alignEnd: true },
      ...{ mobileOrder: 2, sort: headSort("invoices", "total") },
      value: ({ total_cents }) => kes(total_cents),
      cell: ({ total_cents }) => showKes(total_cents),
    },
    {
      ...{ name: "state", label: "Status", alignEnd: true, mobileOrder: 4 },
      value: ({ state }) => invoiceStatus[state].word,
      cell: ({ state }) => <Status kind={invoiceStatus[state].kind}>{invoiceStatus[state].word}</Status>,
    },
    {
      ...{ name: "issued", label: "Issued", muted: true, mobileOrder: 5, sort: headSort("invoices", "issued") },
      value: ({ issued_at }) => issued_at,
      cell: ({ issued_at }) => (
        <time dateTime={issued_at} title={issued_at}>
          {showDay(issued_at, zone)}
        </time>
      ),
    },
    { name: "product", label: "Product", extra: true, value: ({ product }) => product },
    { name: "due", label: "Due", extra: true, value: ({ due_at }) => due_at },
    { name: "paid", label: "Paid", extra: true, value: ({ paid_at }) => paid_at },
    {
      ...{ name: "net", label: "Net", heading: "Net (KES)", align: "right", extra: true },
      value: ({ net_cents }) => kes(net_cents),
      cell: ({ net_cents }) => showKes(net_cents),
    },
    {
      ...{ name: "rate", label: "VAT rate", heading: "VAT (%)", align: "right", extra: true },
      value: ({ vat_percent }) => vat_percent,
    },
    {
      ...{ name: "vat", label: "VAT", heading: "VAT (KES)", align: "right", extra: true },
      value: ({ vat_cents }) => kes(vat_cents),
      cell: ({ vat_cents }) => showKes(vat_cents),
    },
    { name: "refers", label: "Refers to", extra: true, num: true, value: ({ refers_to }) => refers_to?.number },
  ],
  id: ({ id }) => String(id),
});
