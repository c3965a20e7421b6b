import { brand } from "../../rules/brand";

/** How a person left the frame: kept in a cookie, so that the server draws it so at once and nothing jumps. */
export type FrameState = {
  /** Labels of the menu groups opened by hand. */
  open: string[];
  /** The sidebar as icons. */
  narrow: boolean;
  /** Shortcuts of one key can be turned off (WCAG 2.1.4). */
  keys: boolean;
};

export const freshFrame: FrameState = { open: [], narrow: false, keys: true };

const cookie = `${brand.slug}_frame`;
/** Seconds: a year. */
const age = 31_536_000;

/** The state in a Cookie header (or `document.cookie`); anything odd gives the defaults. Holds no secret. */
export function readFrameState(header: string | null | undefined): FrameState {
  const pair = (header ?? "").split(";").find((part) => part.trim().startsWith(`${cookie}=`));
  if (!pair) return freshFrame;
  try {
    const parts = decodeURIComponent(pair.slice(pair.indexOf("=") + 1)).split("|");
    const [flags = "", ...open] = parts;
    return { open: open.filter(Boolean).slice(0, 40), narrow: flags.includes("n"), keys: !flags.includes("k") };
  } catch {
    return freshFrame;
  }
}

/** The cookie to write, from the browser; the answer is for `document.cookie`. */
export function frameCookie(state: FrameState, secure: boolean): string {
  const flags = `${state.narrow ? "n" : ""}${state.keys ? "" : "k"}`;
  const value = encodeURIComponent([flags, ...state.open].join("|"));
  return `${cookie}=${value}; Path=/; Max-Age=${age}; SameSite=Lax${secure ? "; Secure" : ""}`;
}
