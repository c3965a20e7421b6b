/** An address that was opened: how often, what is long ago counting less, and when last (ms since 1970). No names. */
export type OpenedAddress = { to: string; times: number; at: number };

const storage = "opened addresses";
const most = 200;
/** After so many ms an opening counts half. */
const halfLife = 7 * 86_400_000;

function weigh({ times, at }: OpenedAddress, now: number): number {
  return times * 0.5 ** (Math.max(0, now - at) / halfLife);
}

/** What is noted of a page: its path, and with it the ids that say which record it shows. What was searched for is not. */
export function openedAddresses(pathname: string, search: string): string[] {
  return /^\?\w+=\d+(&\w+=\d+)*$/.test(search) ? [pathname, pathname + search] : [pathname];
}

/** The addresses with one more opening, at most 200: the most opened of late. */
export function noteOpened(opened: readonly OpenedAddress[], to: string, now: number): OpenedAddress[] {
  const before = opened.find((one) => one.to === to);
  const noted = { to, times: (before ? weigh(before, now) : 0) + 1, at: now };
  const others = opened.filter((one) => one.to !== to).sort((a, b) => weigh(b, now) - weigh(a, now));
  return [noted, ...others].slice(0, most);
}

/** What was opened lately and often first, and the others behind in their order. */
export function openedFirst<P extends { to: string }>(
  places: readonly P[],
  opened: readonly OpenedAddress[],
  now: number,
): P[] {
  const weights = new Map(opened.map((one) => [one.to, weigh(one, now)]));
  const weightOf = ({ to }: P) => weights.get(to) ?? 0;
  return [...places].sort((one, other) => weightOf(other) - weightOf(one));
}

/** What this browser keeps; nothing where it keeps nothing or something else. */
export function readOpened(store: () => Pick<Storage, "getItem"> = () => localStorage): OpenedAddress[] {
  try {
    const kept: unknown = JSON.parse(store().getItem(storage) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isOpened).slice(0, most) : [];
  } catch {
    return [];
  }
}

function isOpened(one: unknown): one is OpenedAddress {
  if (typeof one !== "object" || one === null) return false;
  const { to, times, at } = one as Partial<OpenedAddress>;
  return typeof to === "string" && Number.isFinite(times) && Number.isFinite(at);
}

export function writeOpened(
  opened: readonly OpenedAddress[],
  store: () => Pick<Storage, "setItem"> = () => localStorage,
): void {
  try {
    store().setItem(storage, JSON.stringify(opened));
  } catch {
    return;
  }
}
