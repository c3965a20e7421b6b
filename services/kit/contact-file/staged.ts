import { plain } from "../plain";
import { charactersIn, type FileContact, type RefusedLine } from "./read";

/** Rows as PostgreSQL's COPY takes them in its text format, for the columns of `staged`. */
export type Staged = { text: Uint8Array; rows: number; refused: number; repeated: number; noted: number; lines: Lines };

/** The first line of the file in a batch and the last. */
export type Lines = { from: number; to: number };

/** The columns of a staged row, in the order of the text. A row with a reason is for the list of refused rows. */
export const stagedColumns = "line, msisdn, name, email, fields, kind, reason, cells";

/** Characters of refused rows that are kept. */
const maxRefusedText = 20_000_000;

/** Rows already written down in the thread that reads them: what it hands over is bytes, which cost nothing to move. */
export async function* staged(
  batches: AsyncGenerator<(FileContact | RefusedLine)[]>,
  /** Refused rows and notes that are kept; all are counted. */
  maxRefused: number,
): AsyncGenerator<Staged> {
  const encoder = new TextEncoder();
  let kept = 0;
  let characters = 0;
  for await (const batch of batches) {
    let text = "";
    const counts = { refused: 0, repeated: 0, noted: 0 };
    for (const item of batch) {
      if (!("refused" in item)) text += contactLine(item);
      const told = contactNote(item);
      if (!told) continue;
      counts[told.kind]++;
      characters += charactersIn(told.cells);
      if (++kept <= maxRefused && characters <= maxRefusedText) text += tellingLine(item.line, told);
    }
    const lines = { from: batch[0]?.line ?? 0, to: batch.at(-1)?.line ?? 0 };
    yield { text: encoder.encode(text), rows: batch.length, ...counts, lines };
  }
}

/** What the person who sent the file is told of a row. */
export type StagedRemark = { kind: "refused" | "repeated" | "noted"; reason: string; cells: string[] };

export function contactNote(item: FileContact | RefusedLine): StagedRemark | undefined {
  if ("refused" in item)
    return { kind: item.repeated ? "repeated" : "refused", reason: item.refused, cells: item.cells };
  return item.note === undefined ? undefined : { kind: "noted", reason: item.note, cells: item.cells ?? [] };
}

function contactLine(row: FileContact): string {
  const email = row.email === undefined ? "\\N" : cell(row.email);
  const msisdn = row.e164 ?? "\\N";
  const cells = row.cells === undefined ? "\\N" : cell(json(row.cells));
  return `${row.line}\t${msisdn}\t${cell(row.name)}\t${email}\t${cell(json(row.fields))}\t\\N\t\\N\t${cells}\n`;
}

function tellingLine(line: number, { kind, reason, cells }: StagedRemark): string {
  return `${line}\t\\N\t\\N\t\\N\t\\N\t${kind}\t${cell(reason)}\t${cell(json(cells))}\n`;
}

/** A value in COPY's text format. U+0000 would end the whole copy: there is none left after this. */
function cell(text: string): string {
  const said = plain(text);
  return said.includes("\\") ? said.replaceAll("\\", "\\\\") : said;
}

/** jsonb takes neither U+0000 nor half a surrogate pair, not even escaped. */
function json(value: Record<string, string> | string[]): string {
  const text = JSON.stringify(value);
  if (!/\\u(0000|d[89a-f])/i.test(text)) return text;
  if (Array.isArray(value)) return JSON.stringify(value.map(plain));
  return JSON.stringify(Object.fromEntries(Object.entries(value).map(([name, said]) => [name, plain(said)])));
}
