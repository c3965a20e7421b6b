import type { ImportState, RowKind } from "../../../rules/file-import";
import { Status, type StatusKind } from "../ui/status";
import { Steps } from "../ui/steps";

/** The states of an import as people read them. */
export const importWords: Record<ImportState, { kind: StatusKind; word: string }> = {
  uploaded: { kind: "none", word: "Not started" },
  running: { kind: "info", word: "Running" },
  done: { kind: "good", word: "Done" },
  failed: { kind: "bad", word: "Failed" },
  undone: { kind: "none", word: "Undone" },
};

export function ImportStatus({ state }: { state: ImportState }) {
  const { kind, word } = importWords[state];
  return <Status kind={kind}>{word}</Status>;
}

/** From the file to the group. */
export function ImportSteps({ now }: { now: 0 | 1 | 2 }) {
  return <Steps label="Steps of the upload" steps={["Choose the file", "Match the columns", "Import"]} now={now} />;
}

/** Rows of an import that its list tells of. */
export function toldRows({ refused, repeated, noted }: Record<RowKind, number>): number {
  return refused + repeated + noted;
}

/** "1 row", "1,204 rows" */
export function countLabel(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-KE")} ${count === 1 ? one : many}`;
}
