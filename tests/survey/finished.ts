import type { FinishedRecord } from "../../services/kit/contract.finished";

type FinishedQuery = { from: string; until: string; after: number };

/** A service that says what was finished with customers, a few at a time as the real ones do. */
export function finishedKeeper() {
  const records: FinishedRecord[] = [];
  const state = { fails: false };
  const client = {
    finished: async ({ body: { from, until, after } }: { body: FinishedQuery }) => {
      if (state.fails) return { status: 503, body: { status: 503, message: "Later." } };
      const mine = records
        .filter(({ at, record }) => at < until && (at > from || (at === from && record > after)))
        .sort((a, b) => a.at.localeCompare(b.at) || a.record - b.record);
      return { status: 200, body: { data: mine.slice(0, 2), more: mine.length > 2 } };
    },
  };
  return { records, state, client };
}
