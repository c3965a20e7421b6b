import { commas } from "../../../rules/format";
import type { CannedScope } from "../../../services/chat/contract.canned";

/** "1 reply", "1,204 replies" */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${commas(count)} ${count === 1 ? one : many}`;
}

export const scopeNames: Record<CannedScope, string> = { own: "Only me", team: "A team", all: "Everyone" };
