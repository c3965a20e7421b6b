import { z } from "zod";
import { showKes } from "../../rules/money";
import { accountStates, type PlatformAccount } from "../../services/identity/contract.accounts";
import { paging } from "../../services/kit/contract";
import { href } from "../href";
import { list } from "../kit/lists/definition";
import { Status } from "../kit/ui/status";
import { RowLink } from "../kit/ui/table";
import { accountState, productWords } from "./accounts/labels";

function few(products: PlatformAccount["products"]): string {
  const rest = products.length > 3 ? ` +${products.length - 3}` : "";
  return products.slice(0, 3).map(productWords).join(", ") + rest || "–";
}

const kes = (cents: number | null) => (cents === null ? "" : cents / 100);
const shown = (cents: number | null) => (cents === null ? "Not available" : showKes(cents).replace("KES ", ""));

/** All accounts of the platform. */
export const accounts = list({
  path: "/jibu/admin/accounts",
  file: "accounts",
  noun: ["account", "accounts"],
  search: z.object({
    ...paging,
    q: z.string().max(100).catch("").default(""),
    state: z.enum(accountStates).optional().catch(undefined),
  }),
  find: "Name or account number",
  rows: ({ api }, query) => api.identity.accounts({ query }),
  filters: () => [
    {
      name: "state",
      label: "State",
      choices: Object.entries(accountState).map(([value, { word }]) => ({ value, label: word })),
    },
  ],
  columns: () => [
    {
      ...{ name: "name", label: "Name", wide: true, mobileOrder: 1, fixed: true },
      value: ({ name }: PlatformAccount) => name,
      cell: ({ number, name }) => <RowLink to={href("/jibu/admin/accounts/:id", { id: number })}>{name}</RowLink>,
    },
    { name: "number", label: "Account", mobileOrder: 3, num: true, value: ({ number }) => number },
    {
      ...{ name: "state", label: "State", alignEnd: true, mobileOrder: 2 },
      value: ({ state }) => accountState[state].word,
      cell: ({ state }) => <Status kind={accountState[state].kind}>{accountState[state].word}</Status>,
    },
    {
      ...{ name: "products", label: "Products", muted: true, mobileOrder: 5 },
      value: ({ products }) => products.map(productWords).join("; "),
      cell: ({ products }) => few(products),
    },
    {
      ...{ name: "balance", label: "Balance (KES)", align: "right", alignEnd: true, cardLabel: "KES", mobileOrder: 4 },
      value: ({ balance_cents }) => kes(balance_cents),
      cell: ({ balance_cents }) => shown(balance_cents),
    },
    {
      ...{ name: "people", label: "People", align: "right", hideOnSmall: true, num: true },
      value: ({ people }) => people,
    },
    { name: "opened", label: "Opened", muted: true, hideOnSmall: true, value: ({ created_at }) => created_at },
    {
      ...{ name: "held", label: "Reserved (KES)", align: "right", extra: true },
      value: ({ held_cents }) => kes(held_cents),
      cell: ({ held_cents }) => shown(held_cents),
    },
    { name: "reseller", label: "Reseller", extra: true, num: true, value: ({ parent }) => parent },
    { name: "why", label: "Suspended for", extra: true, value: (account) => account.suspended_why },
    { name: "suspended", label: "Suspended", extra: true, value: (account) => account.suspended_at },
    { name: "last", label: "Last activity", extra: true, value: (account) => account.last_activity_at },
  ],
  id: ({ number }) => number,
});
