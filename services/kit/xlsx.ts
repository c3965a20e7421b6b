import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { type Cell, cellInstant } from "./csv";

/**
 * A workbook of one list, written as its rows are read (ECMA-376, Office Open XML). Texts stand in it as texts, so that
 * nothing is run as a formula and no telephone number becomes a number (docs/decisions/0059-the-same-list-as-files.md).
 */

/** Rows that a sheet can hold; what is more goes on in the next one. */
const sheetRows = 1_048_576;
/** Characters that a cell can hold. */
const cellLength = 32_767;

/** What XML 1.0 can't have in it, not even as a reference. */
const noXml = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]|\p{Surrogate}/gu;
const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function xml(text: string): string {
  return text.replace(noXml, "").replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
}

const dayLength = 86_400_000;

/** A moment as a day number of 1900, as the clock of `zone` has it. */
function dayNumber(at: Date, zone: Intl.DateTimeFormat): number {
  const local = Date.parse(`${zone.format(at).replace(" ", "T")}Z`);
  return local / dayLength + 25_569;
}

function cellXml(cell: Cell, zone: Intl.DateTimeFormat): string {
  if (cell === null || cell === undefined || cell === "") return "<c/>";
  if (typeof cell === "number") return Number.isFinite(cell) ? `<c><v>${cell}</v></c>` : "<c/>";
  if (typeof cell === "bigint") return `<c><v>${cell}</v></c>`;
  if (typeof cell === "boolean") return `<c t="b"><v>${cell ? 1 : 0}</v></c>`;
  const at = cellInstant(cell);
  if (at) return `<c s="2"><v>${dayNumber(at, zone)}</v></c>`;
  const text = String(cell).slice(0, cellLength);
  return `<c t="inlineStr"><is><t xml:space="preserve">${xml(text)}</t></is></c>`;
}

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

function headXml(heading: readonly string[]): string {
  const cells = heading.map((text) => `<c s="1" t="inlineStr"><is><t xml:space="preserve">${xml(text)}</t></is></c>`);
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="${Math.max(1, heading.length)}" width="22" customWidth="1"/></cols><sheetData><row>${cells.join("")}</row>`;
}

const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** The parts that say which sheets there are. */
function packageParts(sheets: number): [name: string, text: string][] {
  const each = (text: (number: number) => string) => Array.from({ length: sheets }, (_, i) => text(i + 1)).join("");
  const style = sheets + 1;
  return [
    [
      "[Content_Types].xml",
      `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/>${each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${sheetType}.worksheet+xml"/>`)}</Types>`,
    ],
    [
      "_rels/.rels",
      `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      "xl/workbook.xml",
      `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each((n) => `<sheet name="Sheet ${n}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    ],
    [
      "xl/_rels/workbook.xml.rels",
      `${declaration}<Relationships xmlns="${packages}/relationships">${each((n) => `<Relationship Id="rId${n}" Type="${office}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${style}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ["xl/styles.xml", styles],
  ];
}

type Rows = AsyncIterator<readonly Cell[]>;

/** One sheet: the head, then rows until there are none or the sheet is full. `more` says which of the two it was. */
async function* sheet(
  heading: readonly string[],
  rows: Rows,
  zone: Intl.DateTimeFormat,
  state: { more: boolean; most: number },
) {
  let waiting = headXml(heading);
  state.more = true;
  for (let count = 1; count < state.most; count++) {
    const next = await rows.next();
    if (next.done) {
      state.more = false;
      break;
    }
    waiting += `<row>${next.value.map((cell) => cellXml(cell, zone)).join("")}</row>`;
    if (waiting.length >= 32_768) {
      yield waiting;
      waiting = "";
    }
  }
  yield `${waiting}</sheetData></worksheet>`;
}

/**
 * The rows as a workbook, times by the clock of `timeZone`. Rows are asked for only as the reader takes them; when the
 * reader leaves, the source is told to stop. `most`: rows of one sheet, its heading among them.
 */
export function xlsxStream(
  heading: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
  timeZone: string,
  most = sheetRows,
): ReadableStream<Uint8Array> {
  const zone = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  const source = rows[Symbol.asyncIterator]();
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  const addSheet = (number: number) => {
    const state = { more: false, most };
    const stream = Readable.from(sheet(heading, source, zone, state), { objectMode: false });
    stream.once("error", (error) => out.destroy(error));
    stream.once("end", () => {
      if (state.more) return addSheet(number + 1);
      for (const [name, text] of packageParts(number)) zip.addBuffer(Buffer.from(text), name);
      zip.end();
    });
    zip.addReadStream(stream, `xl/worksheets/sheet${number}.xml`);
  };
  addSheet(1);
  out.once("close", () => void source.return?.());
  return Readable.toWeb(out) as ReadableStream<Uint8Array>;
}
