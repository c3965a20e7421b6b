import type { Import, ToldRow } from "../../../services/messaging/contract.imports";
import { Status, type StatusKind } from "../../kit/ui/status";
import { Steps } from "../../kit/ui/steps";

/** The states of an import as people read them. */
export const importWords: Record<Import["state"], { kind: StatusKind; word: string }> = {
  uploaded: { kind: "none", word: "Not started" },
  running: { kind: "info", word: "Running" },
  done: { kind: "good", word: "Done" },
  failed: { kind: "bad", word: "Failed" },
  undone: { kind: "none", word: "Undone" },
};

export function ImportStatus({ state }: { state: Import["state"] }) {
  const { kind, word } = importWords[state];
  return <Status kind={kind}>{word}</Status>;
}

/** From the file to the group. */
export function ImportSteps({ now }: { now: 0 | 1 | 2 }) {
  return <Steps label="Steps of the upload" steps={["Choose the file", "Match the columns", "Import"]} now={now} />;
}

/** Rows of an import that its list tells of. */
export function toldRows({ refused, repeated, noted }: Pick<Import, ToldRow["kind"]>): number {
  return refused + repeated + noted;
}

/** "1 row", "1,204 rows" */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-KE")} ${count === 1 ? one : many}`;
}
