import { CirclePause, CirclePlay } from "lucide-react";
import { z } from "zod";
import { showKes } from "../../rules/money";
import { productNames } from "../../rules/product-names";
import { type Child, childStates } from "../../services/identity/contract.reseller";
import { paging } from "../../services/kit/contract";
import { href } from "../href";
import { type BulkOutcome, type ListRequest, list } from "../kit/lists/definition";
import { Status } from "../kit/ui/status";
import { RowLink } from "../kit/ui/table";
import { childState, marginWords, ownerWords } from "./child/labels";

/** Suspends or resumes each; one that is so already is left as it is, so that Undo touches only what was changed. */
async function setStates(
  { api }: ListRequest,
  rows: readonly Pick<Child, "number" | "name" | "state">[],
  state: Child["state"],
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { done: [], refused: [] };
  for (const { number, name, state: now } of rows) {
    if (now === state) {
      outcome.refused.push({ name, reason: `It is ${childState[state].word.toLowerCase()} already.` });
      continue;
    }
    const params = { child: number };
    const answer =
      state === "suspended"
        ? await api.identity.suspendChild({ params, body: {} })
        : await api.identity.resumeChild({ params });
    if (answer.status === 201) outcome.done.push(number);
    else outcome.refused.push({ name, reason: answer.body.message });
  }
  return outcome;
}

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
    {
      ...{ name: "number", label: "Account", mobileOrder: 3, num: true, firstInFiles: true },
      value: ({ number }) => number,
    },
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
      ...{ name: "price", label: "Price per part", heading: "Price per part (KES)", align: "right", extra: true },
      value: ({ part_price }) => part_price / 10_000,
    },
    {
      ...{ name: "margin", label: "Margin per part", heading: "Margin per part (KES)", align: "right" },
      ...{ hideOnSmall: true, num: true },
      value: ({ margin }) => (margin === null ? "" : margin / 10_000),
      cell: ({ margin }) => (margin === null ? "Not available" : marginWords(margin)),
    },
    {
      ...{ name: "products", label: "Products", muted: true, mobileOrder: 5 },
      value: ({ products }) => productNames(products).join("; "),
      cell: ({ products }) =>
        productNames(products.slice(0, 4)).join(", ") + (products.length > 4 ? ` +${products.length - 4}` : ""),
    },
    { name: "owner", label: "Owner", extra: true, value: ({ owner }) => ownerWords[owner] },
    { name: "by", label: "Opened by", extra: true, value: ({ created_by }) => created_by },
    { name: "opened", label: "Opened", muted: true, hideOnSmall: true, value: ({ created_at }) => created_at },
  ],
  id: ({ number }) => number,
  called: ({ name, number }) => `${name} (${number})`,
  version: ({ state }) => state,
  bulkPath: "/reseller/accounts/bulk",
  bulk: () => [
    {
      name: "suspend",
      label: "Suspend",
      icon: CirclePause,
      danger: true,
      ask: (count) => ({
        title: `Suspend ${count}?`,
        text: "They and their own child accounts send nothing until you resume them. Messages that are being sent are paused; after you resume an account they are resumed by hand. Their people can still sign in.",
        button: "Suspend these accounts",
      }),
      run: (asked, rows) => setStates(asked, rows, "suspended"),
      told: (count) => `${count} suspended.`,
      undo: {
        async run({ api }, ids) {
          for (const child of ids) {
            const answer = await api.identity.resumeChild({ params: { child } });
            if (answer.status !== 201) return answer.body;
          }
          return undefined;
        },
        told: (count) => `${count} can send again. Messages that were paused are resumed by hand.`,
      },
    },
    {
      name: "resume",
      label: "Resume",
      icon: CirclePlay,
      ask: (count) => ({
        title: `Resume ${count}?`,
        text: "They can send again. Messages that were paused are resumed by hand.",
        button: "Resume these accounts",
      }),
      run: (asked, rows) => setStates(asked, rows, "active"),
      told: (count) => `${count} can send again.`,
    },
  ],
});
