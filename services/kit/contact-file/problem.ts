import { maxMessage } from "../../../rules/contact";

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
  /** Characters of names, addresses and merge fields that one import may bring, all rows together. */
  text: number;
};

/** Excel's own limit for rows; the rest keeps one upload from filling the memory or the disk. */
export const limits: Limits = {
  bytes: 100 * 1024 * 1024,
  inflatedBytes: 200 * 1024 * 1024,
  rows: 1_048_576,
  columns: 256,
  text: 100_000_000,
};

/** Characters of a cell that are read: one more than a message may have, so that a longer one can be told. */
const readOfCell = maxMessage + 1;

/** A cell as far as it is read. What is cut off does not stay in memory with it. */
export function cellText(text: string): string {
  if (text.length <= readOfCell) return text;
  return Buffer.from(text.slice(0, readOfCell), "utf16le").toString("utf16le");
}

export function tooManyRows(most: number): FileProblem {
  return new FileProblem(
    "too-many-rows",
    `The file has more than ${most.toLocaleString("en-GB")} rows: split it into smaller files.`,
  );
}

export function tooMuchText(most: number): FileProblem {
  return new FileProblem(
    "too-big",
    `The rows have more than ${(most / 1_000_000).toLocaleString("en-GB")} million characters of names and values: split the file, or leave out columns you do not need.`,
  );
}

export function tooManyColumns(most: number, line: number): FileProblem {
  return new FileProblem(
    "too-many-columns",
    `Line ${line} has more than ${most} columns: remove the columns you do not need.`,
    line,
  );
}
