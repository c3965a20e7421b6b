import { showKes } from "../../rules/money";
import type { Payment } from "../../services/billing/contract.payments";
import type { slipStatus } from "../kit/money/words";
import { Status } from "../kit/ui/status";
import type { Column } from "../kit/ui/table";

/** What a payment comes to and how far it is, in the list of top-ups and in that of bank slips. */
export function paymentColumns(
  statusOf: (state: Payment["state"]) => ReturnType<typeof slipStatus>,
): Column<Payment>[] {
  return [
    {
      name: "amount",
      label: "Amount",
      align: "right",
      toRight: true,
      cardOrder: 2,
      cell: ({ amount_cents }) => showKes(amount_cents),
    },
    {
      name: "state",
      label: "Status",
      toRight: true,
      cardOrder: 4,
      cell: ({ state }) => {
        const { kind, word } = statusOf(state);
        return <Status kind={kind}>{word}</Status>;
      },
    },
  ];
}
