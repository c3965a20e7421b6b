/** How customers take what a number sends, as Meta rates it. */
export const qualities = ["GREEN", "YELLOW", "RED", "UNKNOWN"] as const;
export type Quality = (typeof qualities)[number];

/** How many customers a business may write to first in a moving day, by Meta's name of the tier. */
const tiers: { readonly [name: string]: number } = {
  ...{ TIER_50: 50, TIER_250: 250, TIER_1K: 1_000, TIER_2K: 2_000, TIER_10K: 10_000, TIER_100K: 100_000 },
};
/** What a tier that nobody has told us of is held for: that of a new business. */
const lowest = 250;

/** Customers a moving day; null: no limit. */
export function dailyLimit(tier: string): number | null {
  const said = tier.toUpperCase();
  if (said === "TIER_UNLIMITED" || said === "UNLIMITED") return null;
  return tiers[said] ?? lowest;
}

export const dayMs = 86_400_000;

/** When each of the customers of the last 24 hours was first written to, oldest first. */
type Reached = readonly number[];

/** How many more customers may be written to first now. */
export function roomLeft(limit: number | null, reached: Reached, now: number): number {
  if (limit === null) return Number.POSITIVE_INFINITY;
  return Math.max(0, limit - reached.filter((at) => at > now - dayMs).length);
}

/** When there is room again; now when there is some. */
export function roomAt(limit: number | null, reached: Reached, now: number): number {
  const open = reached.filter((at) => at > now - dayMs);
  if (limit === null || open.length < limit) return now;
  // As many as are over the limit have to be older than a day, and one more.
  const freed = open[open.length - limit];
  return (freed ?? now) + dayMs;
}

/** Whether news of the number's quality stops what it is sending. */
export function stopsSending(quality: Quality): boolean {
  return quality === "RED";
}

/** What an event of Meta's about a number means for its quality; nothing where it says nothing of it. */
export function qualityOfEvent(event: string): Quality | undefined {
  const said = event.toUpperCase();
  if (said === "FLAGGED" || said === "DOWNGRADE") return "RED";
  if (said === "UNFLAGGED" || said === "UPGRADE") return "GREEN";
  return undefined;
}
