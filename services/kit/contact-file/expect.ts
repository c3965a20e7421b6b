import type { ContactFile } from "./open";
import { FileProblem } from "./problem";
import { type ReadOptions, readContacts } from "./read";
import { contactNote } from "./staged";

/** What an import of the file would do, with the columns as they were guessed. */
export type Expected = {
  rows: number;
  refused: number;
  repeated: number;
  noted: number;
  /** False when the counting ended before the file: the counts are of its first rows. */
  whole: boolean;
  /** Why the file cannot be imported, in a sentence; "" when it can be. */
  problem: string;
};

/** Reads the file to its end, or for `most` milliseconds. Nothing when no column holds numbers or addresses. */
export async function countExpected(
  file: ContactFile,
  most: number,
  { byName = false }: Pick<ReadOptions, "byName"> = {},
): Promise<Expected | null> {
  const roles = file.mapping.columns.map(({ role }) => role);
  const byEmail = !roles.includes("phone");
  if (byEmail && !roles.includes("email") && !byName) return null;
  const end = performance.now() + most;
  const found: Expected = { rows: 0, refused: 0, repeated: 0, noted: 0, whole: true, problem: "" };
  try {
    for await (const batch of readContacts(file, file.mapping, { country: "KE", byEmail, byName })) {
      found.rows += batch.length;
      for (const item of batch) {
        const told = contactNote(item);
        if (told) found[told.kind]++;
      }
      if (performance.now() < end) continue;
      found.whole = false;
      break;
    }
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    found.problem = error.message;
  }
  return found;
}
