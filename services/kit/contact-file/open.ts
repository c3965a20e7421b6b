import { guessMapping, type Mapping } from "./columns";
import { type Delimiter, guessDelimiter, type Row, tokenizer } from "./delimited";
import { FileProblem, type Limits, limits as standard, tooManyColumns, tooManyRows } from "./problem";
import { sheetRows } from "./sheet";
import { type Sniffed, sniff, type TextEncoding } from "./sniff";
import { openSource, type Source } from "./source";
import { openWorkbook } from "./workbook";

/** What the file is and how it would be read, with its first rows: enough to draw the mapping page. */
export type FilePreview = {
  format:
    | { kind: "text"; encoding: TextEncoding; delimiter: Delimiter }
    | { kind: "xlsx"; sheet: string; sheets: string[] };
  bytes: number;
  mapping: Mapping;
  /** The first rows after the heading, as they stand in the file. */
  sample: Row[];
};

export type ContactFile = FilePreview & {
  /** All rows from the top, heading included, batch by batch. May be called again. */
  rows(): AsyncGenerator<Row[]>;
  close(): Promise<void>;
};

const sampleRows = 20;
const guessRows = 60;

/**
 * Opens a file of contacts, whatever it is called. Throws `FileProblem` for one that cannot be read, with a
 * sentence to show. A stream is written to a temporary file, which `close` removes.
 */
export async function openContactFile(
  from: string | AsyncIterable<Uint8Array>,
  own: Partial<Limits> = {},
): Promise<ContactFile> {
  const limits = { ...standard, ...own };
  const source = await openSource(from, limits.bytes);
  try {
    const found = await sniff(source);
    const { format, rows } =
      found.kind === "zip" ? await workbookRows(source, limits) : await textRows(source, found, limits);
    const first = await firstRows(rows(), guessRows);
    if (first.length === 0) throw new FileProblem("empty", "The file is empty: it has no rows with anything in them.");
    const mapping = guessMapping(first);
    const heading = first.find(({ line }) => line === (mapping.headerLine || first[0]?.line));
    if (heading?.tooWide) throw tooManyColumns(limits.columns, heading.line);
    const sample = first.filter(({ line }) => line > mapping.headerLine).slice(0, sampleRows);
    if (sample.length === 0) throw new FileProblem("no-rows", "The file has a heading but no contacts under it.");
    return { format, bytes: source.bytes, mapping, sample, rows, close: () => source.close() };
  } catch (error) {
    await source.close();
    throw error;
  }
}

type Rows = { format: FilePreview["format"]; rows(): AsyncGenerator<Row[]> };

async function textRows(
  source: Source,
  { encoding }: Extract<Sniffed, { kind: "text" }>,
  limits: Limits,
): Promise<Rows> {
  const head = await source.read(0, 65_536);
  const sample = new TextDecoder(encoding).decode(head).replaceAll("\0", "");
  const said = /^sep=([,;\t|])(?:\r\n?|\n)/i.exec(sample);
  const delimiter =
    (said?.[1] as Delimiter | undefined) ?? guessDelimiter(source.bytes > head.length ? sample : `${sample}\n`);
  return { format: { kind: "text", encoding, delimiter }, rows };

  async function* rows(): AsyncGenerator<Row[]> {
    const decoder = new TextDecoder(encoding);
    const reader = tokenizer(delimiter, limits);
    let count = 0;
    for await (const chunk of source.chunks())
      yield* counted(reader.push(plain(decoder.decode(chunk, { stream: true }))));
    yield* counted(reader.push(plain(decoder.decode())));
    yield* counted(reader.end());

    function* counted(batch: Row[]): Generator<Row[]> {
      if (said && batch[0]?.line === 1) batch.shift();
      count += batch.length;
      if (count > limits.rows) throw tooManyRows(limits.rows);
      if (batch.length > 0) yield batch;
    }
  }
}

/** PostgreSQL refuses U+0000 in text; it is never part of a contact. */
function plain(text: string): string {
  return text.includes("\0") ? text.replaceAll("\0", "") : text;
}

async function workbookRows(source: Source, limits: Limits): Promise<Rows> {
  const book = await openWorkbook(source, limits);
  const sheets = book.sheets.map(({ name }) => name);
  for (const { name, entry } of book.sheets) {
    const rows = () => sheetRows(book, entry, limits);
    if ((await firstRows(rows(), 1)).length > 0) return { format: { kind: "xlsx", sheet: name, sheets }, rows };
  }
  throw new FileProblem("empty", "The workbook is empty: none of its visible sheets has a row.");
}

async function firstRows(batches: AsyncGenerator<Row[]>, most: number): Promise<Row[]> {
  const first: Row[] = [];
  for await (const batch of batches) {
    for (const row of batch)
      if (row.cells.some((cell) => /[\p{L}\p{N}]/u.test(cell)) && first.length < most) first.push(row);
    if (first.length >= most) break;
  }
  return first;
}
