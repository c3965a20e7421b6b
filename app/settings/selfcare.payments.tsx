import { showKes } from "../../rules/money";
import type { Payment } from "../../services/billing/contract.payments";
import type { slipStatus } from "../kit/money/labels";
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
      alignEnd: true,
      mobileOrder: 2,
      cell: ({ amount_cents }) => showKes(amount_cents),
    },
    {
      name: "state",
      label: "Status",
      alignEnd: true,
      mobileOrder: 4,
      cell: ({ state }) => {
        const { kind, word } = statusOf(state);
        return <Status kind={kind}>{word}</Status>;
      },
    },
  ];
}
