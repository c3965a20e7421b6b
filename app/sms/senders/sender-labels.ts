import { type SenderDecision, type SenderStatus, senderNetworks, senderStatuses } from "../../../rules/senders";
import type { SenderRecord } from "../../../services/messaging/contract.senders";
import type { StatusKind } from "../../kit/ui/status";

type Networks = SenderRecord["networks"];

export const statusNames: Record<SenderStatus, string> = {
  pending: "Pending",
  approved: "Approved",
  rejected: "Rejected",
  suspended: "Suspended",
};

export const statusKinds: Record<SenderStatus, StatusKind> = {
  pending: "warn",
  approved: "good",
  rejected: "bad",
  suspended: "none",
};

export const statusChoices = senderStatuses.map((value) => ({ value, label: statusNames[value] }));

export const decisionNames: Record<SenderDecision, string> = {
  approve: "Approve",
  reject: "Reject",
  suspend: "Suspend",
};

export const kindNames: Record<SenderRecord["kind"], string> = {
  transactional: "Transactional",
  promotional: "Promotional",
};

/** "Approved", or "Approved on 1 of 3" while other networks have not approved it. */
export function statusWord({ status, networks }: Pick<SenderRecord, "status" | "networks">): string {
  const approved = networks.filter((one) => one.status === "approved").length;
  return status === "approved" && approved < networks.length
    ? `Approved on ${approved} of ${networks.length}`
    : statusNames[status];
}

const inWords = ["approved", "pending", "rejected", "suspended"] as const;

/** "Approved: Safaricom, Telkom. Pending: Airtel." */
export function networksInWords(networks: Networks): string {
  return inWords
    .map((status) => {
      const on = networks.filter((one) => one.status === status).map(({ network }) => network);
      if (on.length === 0) return "";
      const all = on.length === senderNetworks.length;
      return `${statusNames[status]}: ${all ? "all networks" : on.join(", ")}.`;
    })
    .filter(Boolean)
    .join(" ");
}

/** Each reason once, whichever networks gave it. */
export function networkReasons(networks: Networks): string[] {
  return [...new Set(networks.map(({ reason }) => reason).filter(Boolean))];
}
