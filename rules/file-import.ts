/** The states of an import of a file. */
export const importStates = ["uploaded", "running", "done", "failed", "undone"] as const;
export type ImportState = (typeof importStates)[number];

/** Rows that were not taken, rows that are there already, and rows of which something was cut. */
export const rowKinds = ["refused", "repeated", "noted"] as const;
export type RowKind = (typeof rowKinds)[number];

/** A row that the person who sent the file is told of. */
export type ToldRow = { line: number; kind: RowKind; reason: string; cells: string[] };
