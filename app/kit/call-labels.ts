import { duration } from "../../rules/format";
import { showPhone } from "../../rules/phone";
import type { CallStatus, CallType } from "../../rules/voice";
import type { StatusKind } from "./ui/status";

/** The documented statuses in words, with their shapes. */
export const statusWords: Record<CallStatus, { word: string; kind: StatusKind }> = {
  Ringing: { word: "Ringing", kind: "info" },
  Trying: { word: "Dialling", kind: "info" },
  Accepted: { word: "Talking", kind: "info" },
  Complete: { word: "Complete", kind: "good" },
  Rejected: { word: "Rejected", kind: "bad" },
  Missed: { word: "Missed", kind: "warn" },
  Failed: { word: "Failed", kind: "bad" },
  RingNoAnswer: { word: "Not picked up", kind: "bad" },
  AnsweringMachine: { word: "Answering machine", kind: "warn" },
};
export const typeWords: Record<CallType, string> = { inbound: "In", outbound: "Out" };

/** "+254 711 000 111"; an extension as it is; words where nothing is known. */
export function numberWords(number: string): string {
  if (number === "") return "Unknown number";
  return number.startsWith("+") ? showPhone(number) : number;
}

/** "84.5%"; a dash where there is nothing to count. */
export function percent(value: number | null): string {
  return value === null ? "–" : `${value.toFixed(1)}%`;
}

/** "1 min 21 s"; a dash where there is nothing to count. */
export function took(seconds: number | null): string {
  return seconds === null ? "–" : duration(seconds);
}
