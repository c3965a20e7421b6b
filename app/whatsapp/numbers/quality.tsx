import { commas } from "../../../rules/format";
import type { WhatsappNumber } from "../../../services/whatsapp/contract.numbers";
import { Status, type StatusKind } from "../../kit/ui/status";

const words: Record<WhatsappNumber["quality"], { word: string; kind: StatusKind }> = {
  GREEN: { word: "High", kind: "good" },
  YELLOW: { word: "Medium", kind: "warn" },
  RED: { word: "Low", kind: "bad" },
  UNKNOWN: { word: "Not rated yet", kind: "none" },
};

export function Quality({ quality }: Pick<WhatsappNumber, "quality">) {
  return <Status kind={words[quality].kind}>{words[quality].word}</Status>;
}

/** Whether messages come and go. */
export function connectionLabel({ active, stopped }: Pick<WhatsappNumber, "active" | "stopped">): {
  word: string;
  kind: StatusKind;
} {
  if (!active) return { word: "Switched off", kind: "none" };
  return stopped ? { word: "Stopped", kind: "bad" } : { word: "Connected", kind: "good" };
}

/** "12 of 1,000 in 24 hours". */
export function limitWords({ reached, daily_limit }: Pick<WhatsappNumber, "reached" | "daily_limit">): string {
  const most = daily_limit === null ? "no limit" : `of ${commas(daily_limit)}`;
  return daily_limit === null ? `${commas(reached)} in 24 hours, ${most}` : `${commas(reached)} ${most} in 24 hours`;
}

/** Meta's word as people write it: "CONNECTED" is "Connected". */
export function spoken(word: string): string {
  const text = word.toLowerCase().replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
