import { call } from "./api";
import type { State, WidgetSession } from "./state";

type Here = { open: boolean; opens_at: number | null };
type Options = {
  key: string;
  state: State;
  session(): WidgetSession | undefined;
  /** Somebody looks at the chat. */
  looked(): boolean;
  /** What is shown of it changed. */
  hear(here: Here): void;
};

/** Whoever has no session has no stream: an open chat asks by itself whether anybody can answer. */
export function hereCalls({ key, state, session, looked, hear }: Options) {
  let asking = false;
  return {
    async askHere(): Promise<void> {
      if (asking || session() || !looked()) return;
      asking = true;
      const answer = await call<Here>("GET", `/here?a=${key}`);
      asking = false;
      if (!answer.ok || session()) return;
      const { open, opens_at } = answer.body;
      if (state.standing.open !== open || state.standing.opens_at !== opens_at) hear({ open, opens_at });
    },
  };
}
