/** The four stages of the chat's set-up (specification 1 §7), in order; it begins at the first. */
export const setupStages = ["channels", "channel", "subscription", "payment"] as const;
export type SetupStage = (typeof setupStages)[number];

export const stageNames: Record<SetupStage, string> = {
  channels: "Channels",
  channel: "Set up the channel",
  subscription: "Subscription",
  payment: "Payment",
};

export type StageDone = Record<SetupStage, boolean>;

/** How far one may go: to the first stage that is not complete; back always (Q067). */
export function furthest(done: StageDone): SetupStage {
  return setupStages.find((stage) => !done[stage]) ?? "payment";
}

export function mayEnter(stage: SetupStage, done: StageDone): boolean {
  return setupStages.indexOf(stage) <= setupStages.indexOf(furthest(done));
}

/** The stage to show for what was asked for: that one, or the one that has to be completed before it. */
export function stageFor(asked: string | null, done: StageDone): { stage: SetupStage; held: boolean } {
  const wanted = setupStages.find((stage) => stage === asked) ?? "channels";
  return mayEnter(wanted, done) ? { stage: wanted, held: false } : { stage: furthest(done), held: true };
}

/** Percent: a quarter for each complete stage, counted from the first without a gap. */
export function setupProgress(done: StageDone): number {
  const open = setupStages.findIndex((stage) => !done[stage]);
  return (open < 0 ? setupStages.length : open) * 25;
}
