import { z } from "zod";
import { accountStates, type PlatformAccount } from "../../services/identity/contract.accounts";
import { paging } from "../../services/kit/contract";
import { list } from "../kit/list";
import { accountState, productWords } from "./accounts.labels";

/** All accounts of the platform. */
export const accounts = list({
  file: "accounts",
  search: z.object({
    ...paging,
    q: z.string().max(100).catch("").default(""),
    state: z.enum(accountStates).optional().catch(undefined),
  }),
  rows: (api, query) => api.identity.accounts({ query }),
  columns: {
    Account: (account: PlatformAccount) => account.number,
    Name: (account) => account.name,
    State: (account) => accountState[account.state].word,
    "Suspended for": (account) => account.suspended_why,
    Suspended: (account) => account.suspended_at ?? "",
    Reseller: (account) => account.parent ?? "",
    Products: (account) => account.products.map(productWords).join("; "),
    "Balance (KES)": (account) => (account.balance_cents === null ? "" : (account.balance_cents / 100).toFixed(2)),
    "Reserved (KES)": (account) => (account.held_cents === null ? "" : (account.held_cents / 100).toFixed(2)),
    People: (account) => account.people,
    "Last activity": (account) => account.last_activity_at ?? "",
    Opened: (account) => account.created_at,
  },
});
