import type { FinishedRecord } from "../../services/kit/contract.finished";

type FinishedQuery = { from: string; until: string; after?: number };
export type FinishedAnswer = { data: FinishedRecord[]; more: boolean };

/** All pages of what was finished, each asked for as its caller does: from the last record of the one before. */
export async function walkFinished(
  ask: (body: FinishedQuery) => Promise<FinishedAnswer>,
  range: FinishedQuery,
): Promise<FinishedRecord[][]> {
  const { data, more } = await ask(range);
  const last = data.at(-1);
  if (!more || !last) return [data];
  return [data, ...(await walkFinished(ask, { ...range, from: last.at, after: last.record }))];
}
