import type { PlatformAccount } from "../../../services/identity/contract.accounts";
import { productStatus } from "../../kit/money/labels";
import type { StatusKind } from "../../kit/ui/status";

type StatusLabel = { kind: StatusKind; word: string };

export const accountState: Record<PlatformAccount["state"], StatusLabel> = {
  active: { kind: "good", word: "Active" },
  suspended: { kind: "bad", word: "Suspended" },
};

/** What became of a product, in the word of its tile. */
export function productState(state: string): StatusLabel {
  return (productStatus as Record<string, StatusLabel | undefined>)[state] ?? { kind: "none", word: state };
}

/** "SMS", or "Reseller (Requested)". */
export function productWords({ product, state }: PlatformAccount["products"][number]): string {
  return state === "active" ? product : `${product} (${productState(state).word})`;
}
