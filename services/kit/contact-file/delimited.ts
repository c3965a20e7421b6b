import { normalisePhone } from "../../../rules/phone";
import { cellText, FileProblem, type Limits, limits as standard } from "./problem";

/** A row with the line (or the sheet row) where it begins, from 1. Long cells are cut: see `cellText`. */
export type Row = {
  line: number;
  cells: string[];
  /** More columns than may be read: the cells are the first of them. */
  tooWide?: true;
};

export type Tokenizer = {
  /** Rows complete so far. Blank ones are left out but counted. */
  push(text: string): Row[];
  end(): Row[];
};

const quote = 0x22;
const cr = 0x0d;
const lf = 0x0a;
/** Characters of one row; the rest of a row is read again with each chunk, so this also bounds the time. */
const maxRow = 1_000_000;
/** Characters after an opening quote without its end: twice what a cell of Excel takes. */
const maxQuoted = 65_534;

/**
 * Reads delimited text piece by piece, as RFC 4180 and as people write it: any line end, blanks before a quote, a
 * quote inside a plain cell, text after a closing quote. A quote that never closes is an error with its line.
 */
export function tokenizer(delimiter: string, limits: Limits = standard): Tokenizer {
  const separator = delimiter === "" ? -1 : delimiter.charCodeAt(0);
  let text = "";
  let line = 1;
  let last = false;
  /** Where reading stands: the next character of `text`, and the line breaks met inside quotes of this row. */
  let at = 0;
  let breaks = 0;

  return {
    push(more) {
      text += more;
      return take();
    },
    end() {
      last = true;
      return take();
    },
  };

  function take(): Row[] {
    const rows: Row[] = [];
    let start = 0;
    while (start < text.length) {
      at = start;
      breaks = 0;
      const row = readRow();
      if (!row) break;
      if (row.cells.length > 1 || row.cells[0] !== "") rows.push({ line, ...row });
      line += 1 + breaks;
      start = at;
    }
    text = start === 0 ? text : text.slice(start);
    if (text.length > maxRow)
      throw new FileProblem("long-cell", `Line ${line} is longer than a million characters.`, line);
    return rows;
  }

  /** The cells of the row at `at`, which moves behind it; undefined when the row is not complete yet. */
  function readRow(): Omit<Row, "line"> | undefined {
    const cells: string[] = [];
    let wide = false;
    for (;;) {
      const cell = readCell();
      if (cell === undefined) return undefined;
      if (cells.length < limits.columns) cells.push(cellText(cell));
      else wide ||= cell !== "";
      if (at >= text.length) return last ? row() : undefined;
      const code = text.charCodeAt(at);
      at++;
      if (code === separator) continue;
      if (code === cr) {
        if (at === text.length && !last) return undefined;
        if (text.charCodeAt(at) === lf) at++;
      }
      return row();
    }

    function row(): Omit<Row, "line"> {
      return wide ? { cells, tooWide: true } : { cells };
    }
  }

  function readCell(): string | undefined {
    let first = at;
    while (text.charCodeAt(first) === 0x20) first++;
    if (text.charCodeAt(first) === quote) return readQuoted(first);
    const from = at;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === separator || code === lf || code === cr) break;
    }
    return text.slice(from, at);
  }

  function readQuoted(open: number): string | undefined {
    let close = text.indexOf('"', open + 1);
    while (close >= 0 && text.charCodeAt(close + 1) === quote) close = text.indexOf('"', close + 2);
    if (close < 0 || (close + 1 === text.length && !last)) {
      if (last) throw unclosed();
      if (text.length - open > maxQuoted) throw unclosed();
      return undefined;
    }
    const inside = text.slice(open + 1, close);
    const broken = inside.includes("\n") || inside.includes("\r");
    at = close + 1;
    let after = at;
    for (; after < text.length; after++) {
      const code = text.charCodeAt(after);
      if (code === separator || code === lf || code === cr) break;
    }
    const tail = text.slice(at, after).trimEnd();
    // What follows the quote belongs to a cell further down: the quote was opened by mistake.
    if (broken && tail !== "") throw unclosed();
    at = after;
    if (broken) breaks += inside.replaceAll("\r\n", "\n").split(/[\r\n]/).length - 1;
    return (inside.includes('""') ? inside.replaceAll('""', '"') : inside) + tail;
  }

  function unclosed(): FileProblem {
    const where = line + breaks;
    return new FileProblem(
      "unclosed-quote",
      `A quotation mark on line ${where} is never closed: correct that line and send the file again.`,
      where,
    );
  }
}

export type Delimiter = "," | ";" | "\t" | "|" | "";

/** The delimiter that splits the first lines most evenly and leaves telephone numbers whole; "" for one column. */
export function guessDelimiter(sample: string): Delimiter {
  let best: Delimiter = "";
  let bestScore = -1;
  for (const delimiter of ["", ",", ";", "\t", "|"] as const) {
    const score = evenness(firstRows(sample, delimiter));
    if (score > bestScore + 1e-9) {
      best = delimiter;
      bestScore = score;
    }
  }
  return best;
}

function firstRows(sample: string, delimiter: Delimiter): Row[] {
  const reader = tokenizer(delimiter, { ...standard, columns: Number.POSITIVE_INFINITY });
  try {
    const rows = reader.push(sample);
    return (rows.length > 0 ? rows : reader.end()).slice(0, 60);
  } catch {
    return [];
  }
}

/** A split that leaves numbers whole counts most; then as many rows as possible of one width; then more columns. */
function evenness(rows: Row[]): number {
  if (rows.length === 0) return 0;
  const widths = new Map<number, number>();
  let phones = 0;
  for (const { cells } of rows) {
    widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
    if (cells.some((cell) => normalisePhone(cell).ok)) phones++;
  }
  const [width, times] = [...widths].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [1, 0];
  return times / rows.length + (3 * phones) / rows.length + (width > 1 ? 0.05 + Math.min(width, 20) / 1000 : 0);
}
