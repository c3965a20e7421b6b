import { z } from "zod";
import { showKes } from "../../rules/money";
import { productName } from "../../rules/product-names";
import type { Activation } from "../../services/identity/contract.reseller";
import { paging } from "../../services/kit/contract";
import { list } from "../kit/lists/definition";

/** Products that children paid for offline. */
export const activations = list({
  path: "/reseller/activate-offline",
  file: "offline-activations",
  noun: ["payment", "payments"],
  search: z.object({
    ...paging,
    q: z.string().max(100).catch("").default(""),
    child: z.string().max(32).optional().catch(undefined),
  }),
  find: "Reference or product",
  keeps: ["child"],
  rows: ({ api }, { child, ...query }) =>
    api.identity.activations({ query: { ...query, ...(child ? { child } : {}) } }),
  columns: () => [
    {
      ...{ name: "product", label: "Product", mobileOrder: 1, fixed: true },
      value: ({ product }: Activation) => product,
      cell: ({ product }) => <b className="font-medium">{productName(product)}</b>,
    },
    {
      ...{ name: "number", label: "Account number", heading: "Account", extra: true, num: true, firstInFiles: true },
      value: ({ child }) => child,
    },
    {
      ...{ name: "child", label: "Account", heading: "Name", wide: true, mobileOrder: 3, firstInFiles: true },
      value: ({ child_name }) => child_name,
    },
    {
      ...{ name: "amount", label: "Amount (KES)", align: "right", alignEnd: true, cardLabel: "KES", mobileOrder: 2 },
      value: ({ amount_cents }) => amount_cents / 100,
      cell: ({ amount_cents }) => showKes(amount_cents).replace("KES ", ""),
    },
    { name: "reference", label: "Reference", mobileOrder: 5, value: ({ reference }) => reference },
    {
      ...{ name: "paid", label: "Paid on", muted: true, alignEnd: true, mobileOrder: 4, num: true },
      value: ({ paid_on }) => paid_on,
      cell: ({ paid_on }) => paid_on.replaceAll("-", "."),
    },
    { name: "note", label: "Note", extra: true, clip: true, value: ({ note }) => note },
    { name: "by", label: "By", muted: true, hideOnSmall: true, value: ({ created_by }) => created_by },
    { name: "at", label: "Switched on", muted: true, hideOnSmall: true, value: ({ created_at }) => created_at },
  ],
  id: ({ id }) => String(id),
});
