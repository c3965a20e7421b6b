import { cellText, FileProblem, type Limits, tooMuchText } from "./problem";
import type { Source } from "./source";
import { type TextTable, textTable } from "./text-table";
import { type Attributes, joined, unescaped, xmlReader } from "./xml";
import { type Budget, damaged, type Entry, readDirectory, unpack, unpackText } from "./zip";

/** What the sheets of a workbook share, read once. */
export type Workbook = {
  source: Source;
  /** The visible sheets in the order of their tabs; hidden ones are not contacts. */
  sheets: { name: string; entry: Entry }[];
  strings: TextTable;
  /** For each cell style: is it a date? */
  dateStyles: boolean[];
  /** Days are counted from 1904, as old Macintosh workbooks do. */
  from1904: boolean;
};

export async function openWorkbook(source: Source, limits: Limits): Promise<Workbook> {
  const entries = await readDirectory(source);
  const budget: Budget = { left: limits.inflatedBytes, most: limits.inflatedBytes };
  await refuseOtherArchives(source, entries, budget);
  const main = await mainPart(source, entries, budget);
  const folder = main.slice(0, main.lastIndexOf("/") + 1);
  const parts = await relations(source, entries, `${folder}_rels/${main.slice(folder.length)}.rels`, folder, budget);
  const book: Workbook = { source, sheets: [], strings: textTable(), dateStyles: [], from1904: false };

  await readPart(source, entries.get(main), budget, (name, at) => {
    if (name === "workbookPr") book.from1904 = at.date1904 === "1" || at.date1904 === "true";
    if (name !== "sheet" || (at.state ?? "visible") !== "visible") return;
    const id = Object.entries(at).find(([key]) => key.endsWith(":id"))?.[1] ?? "";
    const part = parts.get(id);
    const entry = part?.type.endsWith("/worksheet") ? entries.get(part.target) : undefined;
    if (entry) book.sheets.push({ name: at.name ?? "", entry });
  });
  if (book.sheets.length === 0) throw new FileProblem("no-rows", "The workbook has no visible sheet with rows.");

  for (const { type, target } of parts.values()) {
    const entry = entries.get(target);
    if (entry && type.endsWith("/sharedStrings")) book.strings = await readStrings(source, entry, budget, limits);
    if (entry && type.endsWith("/styles")) book.dateStyles = await readStyles(source, entry, budget);
  }
  return book;
}

async function refuseOtherArchives(source: Source, entries: Map<string, Entry>, budget: Budget): Promise<void> {
  const type = entries.get("mimetype");
  const mime = type && type.packedBytes < 200 ? await unpackText(source, type, budget) : "";
  const other = mime.includes("opendocument.spreadsheet")
    ? "an OpenDocument spreadsheet"
    : entries.has("xl/workbook.bin")
      ? "a binary Excel workbook (.xlsb)"
      : entries.has("word/document.xml")
        ? "a Word document"
        : entries.has("ppt/presentation.xml")
          ? "a presentation"
          : entries.has("index/document.iwa")
            ? "a Numbers document"
            : entries.has("[content_types].xml")
              ? undefined
              : "a compressed file";
  if (other)
    throw new FileProblem("not-a-table", `This file is ${other}: send the contacts as a CSV or Excel (.xlsx) file.`);
}

type Part = { type: string; target: string };

async function mainPart(source: Source, entries: Map<string, Entry>, budget: Budget): Promise<string> {
  const roots = await relations(source, entries, "_rels/.rels", "", budget);
  const main = [...roots.values()].find((part) => part.type.endsWith("/officeDocument"))?.target ?? "xl/workbook.xml";
  if (!entries.has(main)) throw damaged();
  return main;
}

async function relations(source: Source, entries: Map<string, Entry>, name: string, folder: string, budget: Budget) {
  const found = new Map<string, Part>();
  await readPart(source, entries.get(name.toLowerCase()), budget, (tag, at) => {
    if (tag !== "Relationship" || at.TargetMode === "External") return;
    const target = at.Target ?? "";
    const path = target.startsWith("/") ? target.slice(1) : folder + target;
    found.set(at.Id ?? "", { type: at.Type ?? "", target: plainPath(path) });
  });
  return found;
}

function plainPath(path: string): string {
  const steps: string[] = [];
  for (const step of path.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "." && step !== "") steps.push(step);
  }
  return steps.join("/").toLowerCase();
}

async function readPart(
  source: Source,
  entry: Entry | undefined,
  budget: Budget,
  open: (name: string, attributes: Attributes) => void,
): Promise<void> {
  if (!entry) return;
  const reader = xmlReader({ open });
  for await (const piece of unpack(source, entry, budget)) reader.write(piece);
  reader.end();
}

/** Shared strings, rich text joined, the phonetic guides of Asian names left out. */
async function readStrings(source: Source, entry: Entry, budget: Budget, limits: Limits): Promise<TextTable> {
  const strings = textTable();
  let characters = 0;
  let current = "";
  let inText = false;
  let phonetic = false;
  const reader = xmlReader({
    open(name) {
      if (name === "si") current = "";
      else if (name === "t") inText = !phonetic;
      else if (name === "rPh") phonetic = true;
    },
    text(text) {
      if (inText) current = joined(current, text);
    },
    close(name) {
      if (name === "t") inText = false;
      else if (name === "rPh") phonetic = false;
      else if (name === "si") keep(cellText(unescaped(current)));
    },
  });
  function keep(text: string): void {
    characters += text.length;
    if (characters > limits.text) throw tooMuchText(limits.text);
    strings.add(text);
    if (strings.size > limits.rows * 4)
      throw new FileProblem("too-big", "The workbook has too many different texts: split it into smaller files.");
  }
  for await (const piece of unpack(source, entry, budget)) reader.write(piece);
  reader.end();
  return strings;
}

/** Number formats 14-22, 27-36, 45-47 and 50-58 are dates (ECMA-376, 18.8.30), and any code of one's own with y, m, d or h. */
async function readStyles(source: Source, entry: Entry, budget: Budget): Promise<boolean[]> {
  const own = new Map<number, boolean>();
  const styles: boolean[] = [];
  let inCells = false;
  const reader = xmlReader({
    open(name, at) {
      if (name === "numFmt") own.set(Number(at.numFmtId), isDateCode(at.formatCode ?? ""));
      else if (name === "cellXfs") inCells = true;
      else if (name === "xf" && inCells) {
        const id = Number(at.numFmtId ?? 0);
        styles.push(
          own.get(id) ??
            ((id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)),
        );
      }
    },
    close(name) {
      if (name === "cellXfs") inCells = false;
    },
  });
  for await (const piece of unpack(source, entry, budget)) reader.write(piece);
  reader.end();
  return styles;
}

function isDateCode(code: string): boolean {
  const bare = code.slice(0, 255).replace(/"[^"]*"|\\.|_.|\*.|\[(?!h|m|s)[^\]]*\]/gi, "");
  return /[ymdhs]/i.test(bare) && !/general/i.test(bare);
}
