import { type AgentStatus, statusWords } from "./chat";

/** What chat calls a break; the phone's options of an account have names of their own. */
export const breakKinds = ["bio_break", "lunch", "short_break", "coaching", "training"] as const;
export type BreakKind = (typeof breakKinds)[number];

export function isBreak(status: AgentStatus): status is BreakKind {
  return (breakKinds as readonly AgentStatus[]).includes(status);
}

/** The kind of break that an option of the phone is; one with a name of the account's own is a short break. */
export function breakKindFrom(label: string): BreakKind {
  return breakKinds.find((kind) => statusWords[kind].toLowerCase() === label.trim().toLowerCase()) ?? "short_break";
}

/** The phone's option for a kind of break: the one of its name, else the first; undefined when there is none. */
export function optionFor<Option extends { value: string; state: string }>(
  options: readonly Option[],
  kind: BreakKind,
): Option | undefined {
  const breaks = options.filter(({ value }) => value === "pause");
  return breaks.find(({ state }) => state.trim().toLowerCase() === statusWords[kind].toLowerCase()) ?? breaks[0];
}
