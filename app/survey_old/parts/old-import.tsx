import { commas } from "../../../rules/format";
import type { OldImport, oldAdded } from "../../../services/survey/contract.old";
import { KeyValues } from "../../kit/ui/description-list";
import { Status, type StatusKind } from "../../kit/ui/status";

/** The states of an import of old results as people read them. */
export const oldImportWords: Record<OldImport["state"], { kind: StatusKind; word: string }> = {
  reading: { kind: "info", word: "Reading" },
  checked: { kind: "none", word: "Not added yet" },
  adding: { kind: "info", word: "Adding" },
  done: { kind: "good", word: "Done" },
  failed: { kind: "bad", word: "Failed" },
};

export function OldImportStatus({ state }: { state: OldImport["state"] }) {
  const { kind, word } = oldImportWords[state];
  return <Status kind={kind}>{word}</Status>;
}

const kinds: Record<(typeof oldAdded)[number], string> = {
  surveys: "Surveys",
  questions: "Questions",
  runs: "Runs",
  people: "People of runs",
  fields: "Contact fields",
  answers: "Answers",
  messages: "Messages",
};

/** How much of each kind an import adds. */
export function OldAddedCounts({ added }: { added: OldImport["added"] }) {
  const rows = Object.entries(kinds).map(([kind, label]) => ({
    ...{ label, value: commas(added[kind as keyof typeof kinds] ?? 0) },
  }));
  return <KeyValues rows={rows} />;
}

/** Whether an import adds anything at all. */
export function addsAnything({ added }: OldImport): boolean {
  return Object.values(added).some((count) => count > 0);
}
