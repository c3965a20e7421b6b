import { showPartPrice } from "../../../rules/money";
import type { Child } from "../../../services/identity/contract.reseller";
import type { StatusKind } from "../../kit/ui/status";

export const childState: Record<Child["state"], { kind: StatusKind; word: string }> = {
  active: { kind: "good", word: "Active" },
  suspended: { kind: "bad", word: "Suspended" },
};

export const ownerWords: Record<Child["owner"], string> = {
  joined: "Active",
  invited: "Invited, not signed in yet",
};

/** "KES 0.10"; below what one pays oneself "less KES 0.05". The margin is in 1/10,000 KES. */
export function marginWords(margin: number): string {
  return margin < 0 ? `less ${showPartPrice(-margin)}` : showPartPrice(margin);
}

/** "1 message", "1,204 messages". */
export function some(count: number, one: string): string {
  return `${count.toLocaleString("en-KE")} ${count === 1 ? one : `${one}s`}`;
}
