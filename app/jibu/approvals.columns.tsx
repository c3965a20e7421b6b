import { showKes } from "../../rules/money";
import type { Approval } from "../../services/billing/contract.approvals";
import { DateTime } from "../kit/date-time";
import { Status, type StatusKind } from "../kit/ui/status";
import type { Column } from "../kit/ui/table";
import { kindNames } from "./approvals.list";

const states: Record<Approval["state"], { kind: StatusKind; word: string }> = {
  open: { kind: "warn", word: "Waits" },
  approved: { kind: "good", word: "Approved" },
  refused: { kind: "bad", word: "Refused" },
};

/** The columns of what waits for the platform. */
export function columnsIn(zone: string): Column<Approval>[] {
  return [
    {
      name: "title",
      label: "What",
      wide: true,
      mobileOrder: 1,
      cell: ({ title, kind }) => (
        <>
          <b className="font-medium">{title}</b> <span className="text-quiet">{kindNames[kind]}</span>
        </>
      ),
    },
    {
      name: "account",
      label: "Account",
      mobileOrder: 3,
      cell: ({ account_name, customer_account }) => `${account_name} ${customer_account}`,
    },
    {
      name: "amount",
      label: "Amount",
      align: "right",
      alignEnd: true,
      mobileOrder: 4,
      cell: ({ kind, amount_cents }) => (kind === "product" ? "–" : showKes(amount_cents)),
    },
    {
      name: "state",
      label: "State",
      alignEnd: true,
      mobileOrder: 2,
      cell: ({ state }) => <Status kind={states[state].kind}>{states[state].word}</Status>,
    },
    {
      name: "decided",
      label: "Decided by",
      muted: true,
      hideOnSmall: true,
      cell: ({ decided_by, reason }) => [decided_by, reason].filter(Boolean).join(": ") || "–",
    },
    {
      name: "asked",
      label: "Requested",
      muted: true,
      mobileOrder: 5,
      cell: ({ asked_at }) => <DateTime at={asked_at} zone={zone} />,
    },
  ];
}
