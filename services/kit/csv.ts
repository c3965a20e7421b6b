/**
 * The one CSV writer. A text that a spreadsheet would run as a formula (OWASP, CSV injection) or spoil as a number, such
 * as a telephone number, gets an apostrophe in front (docs/decisions/0048-numbers-in-spreadsheets.md). `unguarded` takes
 * it off again. Numbers made by our own code stay numbers.
 */
export type Cell = string | number | bigint | boolean | Date | null | undefined;

/** = + - @ TAB CR LF and the full-width forms, also behind blanks that a spreadsheet trims away. */
const lead = /^[\s\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;
/** Texts that Excel would save as another number: 0712..., more digits than it shows (11), 1e5. */
const spoilt = /^\s*(?:0\d[\d.,]*|\d{12,}[.,]?\d*|\d+(?:[.,]\d+)?[eE][+-]?\d+)\s*$/;
const needsQuotes = /[",;\r\n\t\u2028\u2029]|^\s|\s$/;

/** One cell as it stands in the file, RFC 4180 quoting included. */
export function csvCell(cell: Cell): string {
  if (typeof cell === "string") return quote(guard(cell));
  if (cell === null || cell === undefined) return "";
  if (typeof cell === "number") return Number.isFinite(cell) ? String(cell) : "";
  if (typeof cell === "bigint" || typeof cell === "boolean") return String(cell);
  return Number.isNaN(cell.getTime()) ? "" : cell.toISOString();
}

/** A text that begins with apostrophes before such a text gets one more, so that taking one off is always right. */
function guard(text: string): string {
  const bare = text.replace(/^'+/, "");
  return lead.test(bare) || spoilt.test(bare) ? `'${text}` : text;
}

/** The text of a cell as it was before it was written: without the apostrophe that the writer put in front. */
export function unguarded(text: string): string {
  return text.startsWith("'") && guard(text.slice(1)) === text ? text.slice(1) : text;
}

function quote(text: string): string {
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/;

/**
 * An instant as the screen has it, in the zone of whoever looks, in the form that Excel, LibreOffice and Google Sheets
 * all read as a date and time: 2026-11-22 17:37:26.
 */
export function localTimes(timeZone: string): (cell: Cell) => Cell {
  const shown = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  return (cell) => {
    const at = cellInstant(cell);
    return at ? shown.format(at) : cell;
  };
}

/** The moment that a cell is: a date, or a text that is an instant of ISO 8601 in UTC. */
export function cellInstant(cell: Cell): Date | undefined {
  if (!(cell instanceof Date) && !(typeof cell === "string" && instant.test(cell))) return undefined;
  const at = new Date(cell);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** One record with its line end. */
export function csvLine(cells: readonly Cell[]): string {
  let line = "";
  for (let i = 0; i < cells.length; i++) line += i === 0 ? csvCell(cells[i]) : `,${csvCell(cells[i])}`;
  return `${line}\r\n`;
}

const chunkLength = 32_768;

/**
 * The rows as a UTF-8 file with a byte order mark, which Excel needs to read names right, with times in `timeZone`.
 * Rows are asked for only as the reader takes them; when the reader leaves, the source is told to stop.
 */
export function csvStream(
  heading: readonly string[],
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
  timeZone: string,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const local = localTimes(timeZone);
  const source = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  let waiting = `\ufeff${csvLine(heading)}`;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        while (waiting.length < chunkLength) {
          const next = await source.next();
          if (next.done) {
            if (waiting !== "") controller.enqueue(encoder.encode(waiting));
            controller.close();
            return;
          }
          waiting += csvLine(next.value.map(local));
        }
        controller.enqueue(encoder.encode(waiting));
        waiting = "";
      },
      async cancel() {
        await source.return?.();
      },
    },
    { highWaterMark: 1 },
  );
}
