import { z } from "zod";
import { showKes } from "../../rules/money";
import { type Child, childStates } from "../../services/identity/contract.reseller";
import { paging } from "../../services/kit/contract";
import { href } from "../href";
import { list } from "../kit/lists/definition";
import { Status } from "../kit/ui/status";
import { RowLink } from "../kit/ui/table";
import { childState, marginWords, ownerWords } from "./child/labels";

/** The child accounts. */
export const children = list({
  path: "/reseller",
  file: "child-accounts",
  noun: ["child account", "child accounts"],
  search: z.object({
    ...paging,
    q: z.string().max(100).catch("").default(""),
    state: z.enum(childStates).optional().catch(undefined),
  }),
  find: "Name or account number",
  rows: ({ api }, query) => api.identity.children({ query }),
  filters: () => [
    {
      name: "state",
      label: "State",
      choices: Object.entries(childState).map(([value, { word }]) => ({ value, label: word })),
    },
  ],
  columns: () => [
    {
      ...{ name: "name", label: "Name", wide: true, mobileOrder: 1, fixed: true },
      value: ({ name }: Child) => name,
      cell: ({ number, name }) => <RowLink to={href("/reseller/accounts/:id", { id: number })}>{name}</RowLink>,
    },
    { name: "number", label: "Account", mobileOrder: 3, num: true, value: ({ number }) => number },
    {
      ...{ name: "state", label: "State", alignEnd: true, mobileOrder: 2 },
      value: ({ state }) => childState[state].word,
      cell: ({ state }) => <Status kind={childState[state].kind}>{childState[state].word}</Status>,
    },
    {
      ...{ name: "balance", label: "Balance (KES)", align: "right", alignEnd: true, cardLabel: "KES", mobileOrder: 4 },
      value: ({ balance_cents: cents }) => (cents === null ? "" : cents / 100),
      cell: ({ balance_cents: cents }) => (cents === null ? "Not available" : showKes(cents).replace("KES ", "")),
    },
    {
      ...{ name: "margin", label: "Margin per part", heading: "Margin per part (KES)", align: "right", num: true },
      hideOnSmall: true,
      value: ({ margin }) => (margin === null ? "" : margin / 10_000),
      cell: ({ margin }) => (margin === null ? "Not available" : marginWords(margin)),
    },
    {
      ...{ name: "products", label: "Products", muted: true, mobileOrder: 5 },
      value: ({ products }) => products.join("; "),
      cell: ({ products }) => products.slice(0, 4).join(", ") + (products.length > 4 ? ` +${products.length - 4}` : ""),
    },
    { name: "opened", label: "Opened", muted: true, hideOnSmall: true, value: (child) => child.created_at },
    {
      ...{ name: "price", label: "Price per part (KES)", align: "right", extra: true },
      value: ({ part_price }) => part_price / 10_000,
    },
    { name: "owner", label: "Owner", extra: true, value: ({ owner }) => ownerWords[owner] },
    { name: "by", label: "Opened by", extra: true, value: ({ created_by }) => created_by },
  ],
  id: ({ number }) => number,
});
