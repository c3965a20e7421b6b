import { z } from "zod";
import { formatMoney } from "../../rules/crm-money";
import { headSort, listOrders } from "../../rules/list-orders";
import { showPhone } from "../../rules/phone";
import type { Customer } from "../../services/crm/contract.sales";
import { paging, sortField } from "../../services/kit/contract";
import { href } from "../href";
import { list } from "../kit/lists/definition";
import { Link } from "../kit/ui/link";
import { RowLink } from "../kit/ui/table";
import { recordHref } from "./record/places";

const totals = ({ totals: sums }: Customer) =>
  sums.map(({ cents, currency }) => formatMoney(cents, currency)).join(", ");

/** The contacts that bought something (Q143). */
export const customers = list({
  path: "/crm/customers",
  file: "customers",
  noun: ["customer", "customers"],
  search: z.object({
    ...paging,
    sort: sortField(listOrders.customers),
    q: z.string().max(100).catch("").default(""),
  }),
  find: "Name, company, phone or email",
  rows: ({ api }, query) => api.crm.customers({ query }),
  filters: () => [],
  columns: () => [
    {
      ...{ name: "name", label: "Name", fixed: true, mobileOrder: 1 },
      sort: headSort("customers", "name"),
      value: (customer: Customer) => customer.name,
      cell: ({ id, name }) => <RowLink to={recordHref({ kind: "contact", id })}>{name}</RowLink>,
    },
    { name: "company", label: "Company", wide: true, muted: true, mobileOrder: 3, value: ({ company }) => company },
    {
      ...{ name: "sales", label: "Sales", align: "right", num: true, mobileOrder: 4 },
      value: ({ sales }) => sales,
      cell: ({ id, name, sales }) => (
        <Link className="link" to={href("/crm/sales", undefined, { contact_id: id })}>
          {sales.toLocaleString("en-KE")}
          <span className="sr-only"> to {name}</span>
        </Link>
      ),
    },
    { name: "total", label: "Total", align: "right", num: true, mobileOrder: 2, value: totals },
    { name: "last", label: "Last sale", muted: true, num: true, mobileOrder: 5, value: ({ last_on }) => last_on },
    {
      ...{ name: "phone", label: "Phone", extra: true, num: true },
      value: ({ phone }) => phone,
      cell: ({ phone }) => (phone === "" ? "–" : showPhone(phone)),
    },
    { name: "email", label: "Email", extra: true, value: ({ email }) => email },
    {
      ...{ name: "id", label: "Id", extra: true, num: true },
      sort: headSort("customers", "created"),
      value: ({ id }) => id,
    },
  ],
  id: ({ id }) => String(id),
});
