import type { Answer } from "./api";
import type { Say } from "./labels";
import type { State } from "./state";

/** One thing at a time is done for the visitor, and what was refused is said. */
export function workCalls({ state, say, changed }: { state: State; say: Say; changed(): void }) {
  function refused(answer: Answer<unknown>): void {
    if (answer.ok) return;
    state.errors = answer.errors;
    const inField = Object.keys(answer.errors).length > 0;
    state.note = answer.away ? say("offline") : inField ? "" : answer.message || say("problem");
  }

  async function working<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (state.working) return undefined;
    state.working = true;
    state.note = "";
    state.errors = {};
    changed();
    return work().finally(() => {
      state.working = false;
      changed();
    });
  }

  return { refused, working };
}
