import { z } from "zod";
import { commas } from "../../rules/format";
import { showKes } from "../../rules/money";
import { accountStates, type PlatformAccount } from "../../services/identity/contract.accounts";
import { paging } from "../../services/kit/contract";
import { href } from "../href";
import { list } from "../kit/lists/definition";
import { Status } from "../kit/ui/status";
import { RowLink } from "../kit/ui/table";
import { accountState, productWords } from "./accounts.labels";

const kes = (cents: number | null) => (cents === null ? "" : (cents / 100).toFixed(2));
const shownKes = (cents: number | null) => (cents === null ? "Not available" : showKes(cents).replace("KES ", ""));

function few(products: PlatformAccount["products"]): string {
  const rest = products.length > 3 ? ` +${products.length - 3}` : "";
  return products.slice(0, 3).map(productWords).join(", ") + rest || "–";
}

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
    {
      ...{ name: "number", label: "Account", mobileOrder: 3, num: true, firstInFiles: true },
      value: ({ number }) => number,
    },
    {
      ...{ name: "state", label: "State", alignEnd: true, mobileOrder: 2 },
      value: ({ state }) => accountState[state].word,
      cell: ({ state }) => <Status kind={accountState[state].kind}>{accountState[state].word}</Status>,
    },
    { name: "why", label: "Suspended for", extra: true, clip: true, value: ({ suspended_why }) => suspended_why },
    { name: "suspended", label: "Suspended", extra: true, value: ({ suspended_at }) => suspended_at },
    { name: "parent", label: "Reseller", extra: true, value: ({ parent }) => parent },
    {
      ...{ name: "products", label: "Products", muted: true, mobileOrder: 5 },
      value: ({ products }) => products.map(productWords).join("; "),
      cell: ({ products }) => few(products),
    },
    {
      ...{ name: "balance", label: "Balance (KES)", align: "right", alignEnd: true, cardLabel: "KES", mobileOrder: 4 },
      value: ({ balance_cents }) => kes(balance_cents),
      cell: ({ balance_cents }) => shownKes(balance_cents),
    },
    {
      ...{ name: "held", label: "Reserved (KES)", align: "right", extra: true },
      value: ({ held_cents }) => kes(held_cents),
      cell: ({ held_cents }) => shownKes(held_cents),
    },
    {
      ...{ name: "people", label: "People", align: "right", hideOnSmall: true, num: true },
      value: ({ people }) => people,
      cell: ({ people }) => commas(people),
    },
    { name: "active", label: "Last activity", extra: true, value: ({ last_activity_at }) => last_activity_at },
    { name: "opened", label: "Opened", muted: true, hideOnSmall: true, value: ({ created_at }) => created_at },
  ],
  id: ({ number }) => number,
});
