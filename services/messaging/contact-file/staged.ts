import { plain } from "../contacts/plain";
import type { Contact, Refused } from "./read";

/** Rows as PostgreSQL's COPY takes them in its text format, for the columns of `staged`. */
export type Staged = { text: Uint8Array; rows: number; refused: number };

/** The columns of a staged row, in the order of the text. */
export const stagedColumns = "line, msisdn, name, email, fields, reason, cells";

/** Rows already written down in the thread that reads them: what it hands over is bytes, which cost nothing to move. */
export async function* staged(
  batches: AsyncGenerator<(Contact | Refused)[]>,
  /** Refused rows that are kept; all are counted. */
  mostRefused: number,
): AsyncGenerator<Staged> {
  const encoder = new TextEncoder();
  let kept = 0;
  for await (const batch of batches) {
    let text = "";
    let refused = 0;
    for (const item of batch) {
      if (!("refused" in item)) text += contactLine(item);
      else {
        refused++;
        if (++kept <= mostRefused) text += refusedLine(item);
      }
    }
    yield { text: encoder.encode(text), rows: batch.length, refused };
  }
}

function contactLine(row: Contact): string {
  const email = row.email === undefined ? "\\N" : cell(row.email);
  return `${row.line}\t${row.e164}\t${cell(row.name)}\t${email}\t${cell(json(row.fields))}\t\\N\t\\N\n`;
}

function refusedLine(row: Refused): string {
  return `${row.line}\t\\N\t\\N\t\\N\t\\N\t${cell(row.refused)}\t${cell(json(row.cells))}\n`;
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
