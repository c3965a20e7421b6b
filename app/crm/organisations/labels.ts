import type { DealSumState } from "../../../services/crm/contract.organisations";

/** A count that goes no further than 1,000. */
export function countText(found: number): string {
  return found > 1_000 ? "1,000+" : found.toLocaleString("en-KE");
}

export const dealStateNames: Record<DealSumState, string> = { open: "Open deals", won: "Won", lost: "Lost" };
