/** The networks that approve sender IDs one by one. */
export const senderNetworks = ["Safaricom", "Airtel", "Telkom"] as const;
export type SenderNetwork = (typeof senderNetworks)[number];

export const senderStatuses = ["pending", "approved", "rejected", "suspended"] as const;
export type SenderStatus = (typeof senderStatuses)[number];

export const senderDecisions = ["approve", "reject", "suspend"] as const;
export type SenderDecision = (typeof senderDecisions)[number];

/** What a decision makes of a sender ID on one network; what is not listed can't be done. */
export const senderMoves: Record<SenderStatus, Partial<Record<SenderDecision, SenderStatus>>> = {
  pending: { approve: "approved", reject: "rejected" },
  approved: { suspend: "suspended" },
  rejected: { approve: "approved" },
  suspended: { approve: "approved", reject: "rejected" },
};

/** The status of the whole: one network that takes it is enough to send, and one that is looking at it keeps it open. */
export function overallStatus(networks: readonly { status: SenderStatus }[]): SenderStatus {
  const order = ["approved", "pending", "suspended"] as const;
  return order.find((status) => networks.some((one) => one.status === status)) ?? "rejected";
}

/** 1 to 11 characters that every network carries unchanged (GSM 7-bit), at least one of them a letter. */
export const senderPattern = /^(?=.{1,11}$)(?=.*[A-Za-z])[A-Za-z0-9](?:[A-Za-z0-9 ._-]*[A-Za-z0-9])?$/;
export const senderHelp = "Up to 11 letters and digits, at least one letter. Capitals are kept as you write them.";

/** A short code or a number: never asked for, but assigned by the platform. */
export const shortCodePattern = /^\d{3,15}$/;
