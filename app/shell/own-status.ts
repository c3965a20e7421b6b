import type { AgentStatus } from "../../rules/chat";

/** An agent's own status. `seq`: every event up to there is in it. */
export type OwnStatus = { id: string; status: AgentStatus; seq: number };

/** Whichever knows more: a page read that began before a change arrives after the event of that change. */
export function newerStatus(known: OwnStatus, told: OwnStatus): OwnStatus {
  return told.id !== known.id || told.seq >= known.seq ? told : known;
}
