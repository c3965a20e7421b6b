import { useSyncExternalStore } from "react";
import type { Call } from "../../../rules/call";
import type { CallerDetail } from "../../../services/voice/contract.calls";
import type { NoticeKind } from "../../kit/ui/notice";
import type { OtherTab } from "./leader";
import type { Devices, MicrophoneState } from "./microphone";
import type { PhoneSetup } from "./phone-api";
import type { Quality } from "./quality";

/** The line to the PBX; times are milliseconds since 1970. */
export type LinkState =
  | { state: "connecting" | "ready" | "offline" | "replaced" | "refused" }
  | { state: "trying"; tries: number; at: number }
  | { state: "lost"; at: number };

/** A call that is over, until what it was about is said. */
export type WrapUp = {
  reference: string;
  /** Empty: only the number is known. */
  name: string;
  phone: string;
  until: number | null;
  seconds: number | null;
  required: boolean;
  /** What was chosen and typed already: it stays when the time is over, and while another call rings. */
  draft?: { disposition: string; note: string } | undefined;
};
/** What the dialler begins with. */
export type DialRequest = { phone: string; name: string; source: string; prefix?: string };
export type PhoneNotice = { id: string; kind: NoticeKind; title: string; text: string };

export type PhoneState = {
  /** Which tab of this browser has the phone. */
  tab: "waiting" | "here" | "elsewhere";
  other: OtherTab | null;
  setup: PhoneSetup | null;
  /** Why there is no setup. */
  setupProblem: string;
  link: LinkState;
  /** The banner about the line was dismissed; the next loss shows it again. */
  dismissed: boolean;
  microphone: MicrophoneState;
  devices: Devices;
  call: Call | undefined;
  /** The call by which somebody is asked about the caller, who is on hold meanwhile. */
  consult: Call | undefined;
  caller: CallerDetail | null;
  interrupted: boolean;
  quality: Quality;
  digits: string;
  recording: "none" | "offered" | "on" | "paused" | "saving" | "failed";
  soundBlocked: boolean;
  wrapUp: WrapUp | null;
  dialler: DialRequest | null;
  notices: PhoneNotice[];
};

export const phoneAtFirst: PhoneState = {
  tab: "waiting",
  other: null,
  setup: null,
  setupProblem: "",
  link: { state: "connecting" },
  dismissed: false,
  microphone: "unknown",
  devices: { chosen: {}, inputs: [], outputs: [] },
  call: undefined,
  consult: undefined,
  caller: null,
  interrupted: false,
  quality: { level: "good", why: "" },
  digits: "",
  recording: "none",
  soundBlocked: false,
  wrapUp: null,
  dialler: null,
  notices: [],
};

let state = phoneAtFirst;
const watchers = new Set<() => void>();

/** One phone for each browser page, whatever is drawn or drawn again. */
export const phoneStore = {
  get: () => state,
  set(change: Partial<PhoneState>) {
    state = { ...state, ...change };
    for (const watcher of watchers) watcher();
  },
  watch(watcher: () => void) {
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  },
  notify(kind: NoticeKind, title: string, text: string) {
    phoneStore.set({ notices: [...state.notices.slice(-2), { id: crypto.randomUUID(), kind, title, text }] });
  },
};

export function usePhone(): PhoneState {
  return useSyncExternalStore(phoneStore.watch, phoneStore.get, () => phoneAtFirst);
}

/** Milliseconds since 1970 of a clock that nobody puts back. */
export function phoneClock(): number {
  return performance.timeOrigin + performance.now();
}
