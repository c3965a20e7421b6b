import { type SenderDecision, type SenderStatus, senderStatuses } from "../../rules/senders";
import type { SenderRecord } from "../../services/messaging/contract.senders";
import type { StatusKind } from "../kit/ui/status";

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

/** "Approved: Safaricom, Telkom. Pending: Airtel." */
export function networksInWords(networks: Networks): string {
  return senderStatuses
    .map((status) => {
      const on = networks.filter((one) => one.status === status).map(({ network }) => network);
      return on.length > 0 ? `${statusNames[status]}: ${on.join(", ")}.` : "";
    })
    .filter(Boolean)
    .join(" ");
}
