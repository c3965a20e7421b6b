import { z } from "zod";
import { dayIn } from "../../rules/calendar";
import { formatMoney } from "../../rules/crm-money";
import { headSort, listOrders } from "../../rules/list-orders";
import { salePaymentState, salePaymentStateNames } from "../../rules/sale-payments";
import type { Sale } from "../../services/crm/contract.sales";
import { day, id, paging, sortField } from "../../services/kit/contract";
import { href } from "../href";
import { list } from "../kit/lists/definition";
import { Link } from "../kit/ui/link";
import { Status } from "../kit/ui/status";
import { recordHref } from "./record/places";
import { salePaymentKinds } from "./sales/labels";

const soldLines = ({ lines }: Sale) =>
  lines
    .map(({ name, quantity }) => (quantity === 1 ? name : `${quantity.toLocaleString("en-KE")} × ${name}`))
    .join(", ");

/** The sales of the account. */
export const sales = list({
  path: "/crm/sales",
  file: "sales",
  noun: ["sale", "sales"],
  search: z.object({
    ...paging,
    sort: sortField(listOrders.sales),
    q: z.string().max(100).catch("").default(""),
    contact_id: id.optional().catch(undefined),
    start_date: day,
    end_date: day,
    payment: z.enum(["to be paid", "overdue", "paid", "taken back"]).optional().catch(undefined),
  }),
  find: "Customer, deal or product",
  rows: ({ api, viewer }, { payment, ...query }) =>
    api.crm.sales({
      query:
        payment === "overdue"
          ? { ...query, payment: "to be paid", due_before: dayIn(viewer.time_zone, new Date()) }
          : { ...query, payment },
    }),
  filters: () => [
    {
      ...{ name: "payment", label: "Payment" },
      choices: [
        { value: "to be paid", label: "To be paid" },
        { value: "overdue", label: "Overdue" },
        { value: "paid", label: "Paid" },
        { value: "taken back", label: "Taken back" },
      ],
    },
    { name: "start_date", label: "From", kind: "date" },
    { name: "end_date", label: "Until", kind: "date" },
    { name: "contact_id", label: "Customer", linked: true },
  ],
  columns: ({ zone }) => [
    {
      ...{ name: "day", label: "Sold on", num: true, mobileOrder: 4 },
      sort: headSort("sales", "sold"),
      value: (sale: Sale) => sale.sold_on,
      cell: (sale) => (
        <Link className="link" to={href("/crm/sales/:id", { id: sale.id })}>
          {sale.sold_on}
        </Link>
      ),
    },
    {
      ...{ name: "customer", label: "Customer", fixed: true, mobileOrder: 1 },
      value: ({ contact }) => contact?.name ?? "",
      cell: ({ contact }) =>
        contact ? (
          <Link className="link" to={recordHref({ kind: "contact", id: contact.id })}>
            {contact.name}
          </Link>
        ) : (
          "–"
        ),
    },
    { name: "sold", label: "Sold", wide: true, mobileOrder: 3, value: soldLines },
    {
      ...{ name: "total", label: "Total", align: "right", num: true, mobileOrder: 2 },
      sort: headSort("sales", "total"),
      value: ({ total_cents }) => total_cents / 100,
      cell: ({ total_cents, currency }) => formatMoney(total_cents, currency),
    },
    {
      ...{ name: "payment", label: "Payment", mobileOrder: 5 },
      value: (sale) => salePaymentStateNames[salePaymentState(sale, dayIn(zone, new Date()))],
      cell: (sale) => {
        const state = salePaymentState(sale, dayIn(zone, new Date()));
        return <Status kind={salePaymentKinds[state]}>{salePaymentStateNames[state]}</Status>;
      },
    },
    {
      name: "paid",
      label: "Paid",
      extra: true,
      num: true,
      align: "right",
      value: ({ paid_cents }) => paid_cents / 100,
    },
    { name: "due", label: "To be paid by", extra: true, num: true, value: ({ due_on }) => due_on ?? "" },
    { name: "currency", label: "Currency", extra: true, value: ({ currency }) => currency },
    {
      ...{ name: "deal", label: "Deal", muted: true, mobileOrder: 6 },
      value: ({ deal }) => deal?.name ?? "",
      cell: ({ deal }) =>
        deal ? (
          <Link className="link" to={recordHref({ kind: "deal", id: deal.id })}>
            {deal.name}
          </Link>
        ) : (
          "–"
        ),
    },
    { name: "by", label: "Recorded by", muted: true, hideOnSmall: true, value: ({ by }) => by },
    {
      ...{ name: "id", label: "Id", extra: true, num: true },
      sort: headSort("sales", "recorded"),
      value: (sale) => sale.id,
    },
  ],
  id: (sale) => String(sale.id),
});
