import { showKes } from "../../../rules/money";
import type { Payment } from "../../../services/billing/contract.payments";
import type { ListColumn, ListFilter } from "../../kit/lists/definition";
import type { slipStatus } from "../../kit/money/labels";
import type { Choice } from "../../kit/ui/field";
import { Status } from "../../kit/ui/status";

/** In files: a number and no text, so that a spreadsheet adds it up, and a charge keeps its minus sign. */
export const kes = (cents: number) => cents / 100;

/** What a payment comes to and how far it is, in the list of top-ups and in that of bank slips. */
export function paymentColumns(
  statusOf: (state: Payment["state"]) => ReturnType<typeof slipStatus>,
): ListColumn<Payment>[] {
  return [
    {
      ...{ name: "amount", label: "Amount", heading: "Amount (KES)", align: "right", alignEnd: true, mobileOrder: 2 },
      value: ({ amount_cents }) => kes(amount_cents),
      cell: ({ amount_cents }) => showKes(amount_cents),
    },
    {
      ...{ name: "credited", label: "Credited", heading: "Credited (KES)", align: "right", extra: true },
      value: ({ credited_cents }) => kes(credited_cents),
      cell: ({ credited_cents }) => showKes(credited_cents),
    },
    {
      ...{ name: "state", label: "Status", alignEnd: true, mobileOrder: 4 },
      value: ({ state }) => statusOf(state).word,
      cell: ({ state }) => {
        const { kind, word } = statusOf(state);
        return <Status kind={kind}>{word}</Status>;
      },
    },
  ];
}

/** From a day until a day. */
export const dayFilters: readonly ListFilter[] = [
  { name: "start_date", label: "From", kind: "date" },
  { name: "end_date", label: "Until", kind: "date" },
];

/** The words of each state as choices of a filter. */
export function stateChoices(said: Record<string, { word: string } | string>): Choice[] {
  return Object.entries(said).map(([value, word]) => ({ value, label: typeof word === "string" ? word : word.word }));
}

/** Said when filters leave nothing of a list. */
export function nothingMatches(what: string) {
  return {
    title: "Nothing matches these filters",
    text: `No ${what} fits all of them. Remove a filter to see more.`,
  };
}
