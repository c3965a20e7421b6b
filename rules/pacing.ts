/** How the numbers of a list are called: an agent looks at each before the call, or they are called automatically. */
export const pacingModes = ["preview", "progressive"] as const;
export type PacingMode = (typeof pacingModes)[number];

/** Calls for each free agent, in tenths: 10 is one. */
export const minRatio = 10;
export const maxRatio = 30;

/** Milliseconds within which somebody who answered has an agent, and the days over which those without one count. */
export const agentMs = 2_000;
export const dropDays = 30;

/** Answered calls of the last 30 days, those of them without an agent, and the limit in tenths of a percent. */
export type DropShare = { answered: number; dropped: number; capTenths: number };

type Pace = DropShare & {
  /** Agents who can take a call now and are kept for none. */
  free: number;
  /** Calls on their way for which no agent is kept. */
  unreserved: number;
  ratioTenths: number;
};

/** Whether the limit is reached: then an agent is kept for each call. */
export function isAtCap({ answered, dropped, capTenths }: DropShare): boolean {
  return capTenths === 0 || (answered > 0 && dropped * 1_000 >= capTenths * answered);
}

/** How many calls may be placed now, and whether an agent is kept for each of them. */
export function callsToPlace(pace: Pace): { calls: number; reserved: boolean; limited: boolean } {
  const limited = pace.ratioTenths > minRatio && isAtCap(pace);
  const reserved = limited || pace.ratioTenths <= minRatio;
  const most = reserved ? pace.free : Math.floor((pace.free * Math.min(pace.ratioTenths, maxRatio)) / 10);
  return { calls: Math.max(0, most - pace.unreserved), reserved, limited };
}

/** Tenths of a percent as "3.4". */
export function tenthsText(tenths: number): string {
  return (tenths / 10).toFixed(1).replace(/\.0$/, "");
}

/** The share of answered calls without an agent in percent: "3.4 %", or a dash without a call. */
export function dropShareText({ answered, dropped }: Pick<DropShare, "answered" | "dropped">): string {
  return answered === 0 ? "–" : `${tenthsText(Math.round((dropped * 1_000) / answered))} %`;
}
