import { z } from "zod";
import { showKes } from "../../rules/money";
import { productName } from "../../rules/product-names";
import type { StatementLine } from "../../services/billing/contract.statement";
import { day, paging } from "../../services/kit/contract";
import { list } from "../kit/lists/definition";
import { dayFilters, kes } from "./selfcare/payments";

const kindNames: Record<StatementLine["kind"], string> = {
  topup: "Money in",
  credit: "Credit note",
  hold: "Reserved",
  release: "Refunded",
  charge: "Charge",
  transfer: "Transfer",
  adjust: "Adjustment",
};

/** "+KES 500.00": what came in is told from what went out by its sign, not by its colour alone. */
function signed(cents: number): string {
  return `${cents > 0 ? "+" : ""}${showKes(cents)}`;
}

/** Everything that changed the balance, with the balance after it. */
export const statement = list({
  path: "/settings/selfcare/statement",
  file: "statement",
  noun: ["transaction", "transactions"],
  search: z.object({ ...paging, ...{ start_date: day, end_date: day } }),
  rows: ({ api }, query) => api.billing.statement({ query }),
  filters: () => dayFilters,
  columns: () => [
    { name: "at", label: "Time", muted: true, mobileOrder: 5, value: ({ at }: StatementLine) => at },
    { name: "kind", label: "Kind", mobileOrder: 3, value: ({ kind }) => kindNames[kind] },
    {
      ...{ name: "what", label: "Description", wide: true, mobileOrder: 1, fixed: true },
      value: ({ description }) => description,
      cell: ({ description, reference }) => description || reference,
    },
    {
      ...{ name: "product", label: "Product", muted: true, hideOnSmall: true },
      value: ({ product }) => product,
      cell: ({ product }) => productName(product) || "–",
    },
    {
      ...{ name: "cents", label: "Amount", heading: "Amount (KES)", align: "right", alignEnd: true, mobileOrder: 2 },
      value: ({ cents }) => kes(cents),
      cell: ({ cents }) => <span className={cents > 0 ? "font-medium text-good" : ""}>{signed(cents)}</span>,
    },
    {
      ...{ name: "balance", label: "Balance", heading: "Balance (KES)", align: "right", alignEnd: true },
      mobileOrder: 4,
      value: ({ balance_cents }) => kes(balance_cents),
      cell: ({ balance_cents }) => showKes(balance_cents),
    },
    { name: "reference", label: "Reference", extra: true, value: ({ reference }) => reference },
  ],
  id: ({ seq }) => String(seq),
});
