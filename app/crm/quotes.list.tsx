import { z } from "zod";
import { formatMoney } from "../../rules/crm-money";
import { headSort, listOrders } from "../../rules/list-orders";
import { quoteStateNames, quoteStates } from "../../rules/quotes";
import type { QuoteRow } from "../../services/crm/contract.quotes";
import { day, id, paging, sortField } from "../../services/kit/contract";
import { href } from "../href";
import { list } from "../kit/lists/definition";
import { Link } from "../kit/ui/link";
import { Status } from "../kit/ui/status";
import { quoteStateKinds } from "./quotes/labels";
import { recordHref } from "./record/places";

/** The quotes of the account. */
export const quotes = list({
  path: "/crm/quotes",
  file: "quotes",
  noun: ["quote", "quotes"],
  search: z.object({
    ...paging,
    sort: sortField(listOrders.quotes),
    q: z.string().max(100).catch("").default(""),
    state: z.enum(quoteStates).optional().catch(undefined),
    deal_id: id.optional().catch(undefined),
    contact_id: id.optional().catch(undefined),
    start_date: day,
    end_date: day,
  }),
  find: "Number, customer or deal",
  rows: ({ api }, query) => api.crm.quotes({ query }),
  filters: () => [
    {
      ...{ name: "state", label: "State" },
      choices: quoteStates.map((state) => ({ value: state, label: quoteStateNames[state] })),
    },
    { name: "start_date", label: "From", kind: "date" },
    { name: "end_date", label: "Until", kind: "date" },
    { name: "deal_id", label: "Deal", linked: true },
    { name: "contact_id", label: "Customer", linked: true },
  ],
  columns: () => [
    {
      ...{ name: "number", label: "Quote", fixed: true, num: true, mobileOrder: 1 },
      sort: headSort("quotes", "number"),
      value: (quote: QuoteRow) => quote.number,
      cell: (quote) => (
        <Link className="link" to={href("/crm/quotes/:id", { id: quote.id })}>
          Quote {quote.number}
        </Link>
      ),
    },
    { name: "customer", label: "Customer", wide: true, mobileOrder: 3, value: ({ customer }) => customer },
    {
      ...{ name: "state", label: "State", mobileOrder: 4 },
      value: ({ state }) => quoteStateNames[state],
      cell: ({ state }) => <Status kind={quoteStateKinds[state]}>{quoteStateNames[state]}</Status>,
    },
    {
      ...{ name: "total", label: "Total", align: "right", num: true, mobileOrder: 2 },
      sort: headSort("quotes", "total"),
      value: ({ total_cents }) => total_cents / 100,
      cell: ({ total_cents, currency }) => formatMoney(total_cents, currency),
    },
    { name: "currency", label: "Currency", extra: true, value: ({ currency }) => currency },
    {
      ...{ name: "valid_until", label: "Valid until", num: true, mobileOrder: 5 },
      sort: headSort("quotes", "valid"),
      value: (quote) => quote.valid_until,
    },
    {
      ...{ name: "deal", label: "Deal", muted: true, hideOnSmall: true },
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
    { name: "version", label: "Version", extra: true, num: true, value: ({ version }) => version },
    { name: "by", label: "Made by", muted: true, hideOnSmall: true, value: ({ by }) => by },
    { name: "created_at", label: "Made at", extra: true, value: ({ created_at }) => created_at },
  ],
  id: (quote) => String(quote.id),
});
