import { noResult } from "../../../rules/phone";
import type { Row } from "./delimited";
import { cellText, type Limits, tooManyColumns, tooManyRows } from "./problem";
import type { Workbook } from "./workbook";
import { type Attributes, joined, unescaped, xmlReader } from "./xml";
import { type Entry, unpack } from "./zip";

/** Excel's last column is XFD; more cells than that in a row, even empty ones, are an attack. */
const excelColumns = 16_384;

/**
 * The rows of one sheet as Excel stored them, batch by batch: the saved result of a formula, an error cell as its
 * sign (#N/A), a date as 31/01/2026. What the sheet says of its own size is not believed.
 */
export async function* sheetRows(book: Workbook, entry: Entry, limits: Limits): AsyncGenerator<Row[]> {
  let rows: Row[] = [];
  let count = 0;
  let line = 0;
  let cells: string[] = [];
  let wide = false;
  let column = -1;
  let cellsInRow = 0;
  let cell: { type: string; style: number; formula: boolean } = { type: "n", style: 0, formula: false };
  let value = "";
  let reading = false;
  let phonetic = false;

  const reader = xmlReader({
    open(name, at) {
      if (name === "c") openCell(at);
      else if (name === "v" || (name === "t" && !phonetic)) reading = true;
      else if (name === "f") cell.formula = true;
      else if (name === "rPh") phonetic = true;
      else if (name === "row") openRow(at);
    },
    text(text) {
      if (reading) value = joined(value, text);
    },
    close(name) {
      if (name === "v" || name === "t") reading = false;
      else if (name === "rPh") phonetic = false;
      else if (name === "c") closeCell();
      else if (name === "row") closeRow();
    },
  });

  function openRow(at: Attributes): void {
    const said = Number(at.r);
    line = Number.isInteger(said) && said > line ? said : line + 1;
    count++;
    if (count > limits.rows || line > 1_048_576) throw tooManyRows(limits.rows);
    cells = [];
    wide = false;
    column = -1;
    cellsInRow = 0;
  }

  function openCell(at: Attributes): void {
    column = at.r === undefined ? column + 1 : columnOf(at.r);
    cellsInRow++;
    if (cellsInRow > excelColumns) throw tooManyColumns(limits.columns, line);
    cell = { type: at.t ?? "n", style: at.s === undefined ? 0 : Number(at.s), formula: false };
    value = "";
  }

  function closeCell(): void {
    const text = shown();
    if (text === "") return;
    if (column >= limits.columns || column < 0) {
      wide = true;
      return;
    }
    while (cells.length < column) cells.push("");
    cells[column] = cellText(text);
  }

  function shown(): string {
    if (value === "") return cell.formula && cell.type !== "str" ? noResult : "";
    switch (cell.type) {
      case "s":
        return book.strings.at(Number(value)) ?? "";
      case "inlineStr":
      case "str":
        return unescaped(value);
      case "b":
        return value === "1" ? "TRUE" : "FALSE";
      case "e":
      case "d":
        return value;
      default:
        return book.dateStyles[cell.style] ? dateText(Number(value), book.from1904) : numberText(value);
    }
  }

  function closeRow(): void {
    if (cells.length > 0 || wide) rows.push(wide ? { line, cells, tooWide: true } : { line, cells });
  }

  const budget = { left: limits.inflatedBytes, most: limits.inflatedBytes };
  for await (const piece of unpack(book.source, entry, budget)) {
    reader.write(piece);
    if (rows.length < 200) continue;
    yield rows;
    rows = [];
  }
  reader.end();
  if (rows.length > 0) yield rows;
}

/** "AB12" is column 27, counted from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (let i = 0; i < reference.length && i < 4; i++) {
    const code = reference.charCodeAt(i) & 0xdf;
    if (code < 0x41 || code > 0x5a) break;
    column = column * 26 + code - 0x40;
  }
  return column - 1;
}

/** A number as Excel shows it without a format: 15 digits, so 254712345678.0 and 0.30000000000000004 read right. */
function numberText(raw: string): string {
  if (/^\d{1,15}$/.test(raw)) return raw;
  const number = Number(raw);
  if (!Number.isFinite(number)) return raw;
  return Number.isInteger(number) ? String(number) : String(Number(number.toPrecision(15)));
}

/** A day count as Kenyans write dates: 31/01/2026, with the time when there is one; a bare time is 14:05. */
function dateText(days: number, from1904: boolean): string {
  if (!Number.isFinite(days) || days < 0 || days > 2_958_466) return String(days);
  const seconds = Math.round((days % 1) * 86_400);
  const time = `${two(Math.floor(seconds / 3600))}:${two(Math.floor((seconds % 3600) / 60))}`;
  if (days < 1 && !from1904) return time;
  // Excel counts a 29 February 1900 that never was; from 1 March 1900 on day 0 is 30 December 1899.
  const epoch = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  const date = new Date(epoch + Math.floor(days) * 86_400_000);
  const day = `${two(date.getUTCDate())}/${two(date.getUTCMonth() + 1)}/${date.getUTCFullYear()}`;
  return seconds === 0 ? day : `${day} ${time}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
