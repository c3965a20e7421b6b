export type ProblemCode =
  | "empty"
  | "no-rows"
  | "not-a-table"
  | "old-excel"
  | "encrypted"
  | "damaged"
  | "unsafe"
  | "too-big"
  | "too-many-rows"
  | "too-many-columns"
  | "long-cell"
  | "unclosed-quote"
  | "no-phone-column";

/** Why a whole file cannot be read, in one sentence for the person who sent it. A bad row is never one of these. */
export class FileProblem extends Error {
  readonly code: ProblemCode;
  /** The line of the file where it goes wrong, from 1, where there is one. */
  readonly line: number | undefined;

  constructor(code: ProblemCode, message: string, line?: number) {
    super(message);
    this.name = "FileProblem";
    this.code = code;
    this.line = line;
  }
}

export type Limits = {
  /** Bytes of the file as sent. */
  bytes: number;
  /** Bytes of a workbook after unpacking, all parts read together. */
  inflatedBytes: number;
  rows: number;
  columns: number;
  /** Characters in one cell. */
  cell: number;
};

/** Excel's own limits for rows and cells; the rest keeps one upload from filling the memory. */
export const limits: Limits = {
  bytes: 100 * 1024 * 1024,
  inflatedBytes: 200 * 1024 * 1024,
  rows: 1_048_576,
  columns: 256,
  cell: 32_767,
};

export function tooManyRows(most: number): FileProblem {
  return new FileProblem(
    "too-many-rows",
    `The file has more than ${most.toLocaleString("en-GB")} rows: split it into smaller files.`,
  );
}

export function tooManyColumns(most: number, line: number): FileProblem {
  return new FileProblem(
    "too-many-columns",
    `Line ${line} has more than ${most} columns: remove the columns you do not need.`,
    line,
  );
}
