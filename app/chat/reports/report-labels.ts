import { duration } from "../../../rules/format";
import type { ReportChat } from "../../../services/chat/contract.statistics";
import type { StatusKind } from "../../kit/ui/status";

export const dayChoices = {
  "1": "Today",
  "7": "Last 7 days",
  "14": "Last 14 days",
  "30": "Last 30 days",
  "90": "Last 90 days",
  "365": "Last 12 months",
} as const;

export const stateWords: Record<ReportChat["state"], { word: string; kind: StatusKind }> = {
  bot: { word: "With the bot", kind: "info" },
  waiting: { word: "Waiting", kind: "warn" },
  open: { word: "Open", kind: "info" },
  ended: { word: "Ended", kind: "good" },
};

export const figure = (count: number) => count.toLocaleString("en-KE");

/** A mean, a median or a share as it is shown: of no conversation there is none. */
export const ofCount = (count: number, words: string) => (count === 0 ? "–" : words);

/** Seconds as people read them; 0 is said too. */
export const took = (seconds: number) => duration(seconds);

/** "4.25". */
export const stars = (rating: number) => String(rating);

/** A share in whole percent; of nothing it is 0. */
export const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 100));

/** "2026.06.08" of a local day that is written 2026-06-08. */
export const dayWords = (day: string) => day.replaceAll("-", ".");
