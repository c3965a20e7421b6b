import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { ZipFile } from "yazl";
import { csvLine, localTimes } from "../../kit/csv";
import { maxRecords, type SubjectDataSection } from "../../kit/person-data";

type ArchiveSubject = { contact: string; account: string; at: Date; timeZone: string };

/** Sections as one zip archive: each as JSON for programs and as CSV for people, and a page that says what it is. */
export function subjectArchive(about: ArchiveSubject, sections: readonly SubjectDataSection[]) {
  const zip = new ZipFile();
  const options = { mtime: about.at };
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text, "utf8"), name, options);
  for (const { kind, rows } of sections) {
    const name = kind.toLowerCase().replace(/[^a-z0-9]+/g, "-");
    add(`${name}.json`, JSON.stringify(rows, null, 2));
    add(`${name}.csv`, tableOf(rows, about.timeZone));
  }
  add("read-me.txt", readMe(about, sections));
  zip.end();
  return Readable.toWeb(zip.outputStream as Readable) as WebStream<Uint8Array> as unknown as ReadableStream<Uint8Array>;
}

function tableOf(rows: readonly Record<string, unknown>[], timeZone: string): string {
  const local = localTimes(timeZone);
  const heads = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cell = (value: unknown) => {
    if (value === null || value === undefined) return "";
    if (value instanceof Date) return local(value);
    return typeof value === "object" ? JSON.stringify(value) : typeof value === "number" ? value : local(String(value));
  };
  return `\ufeff${csvLine(heads)}${rows.map((row) => csvLine(heads.map((head) => cell(row[head])))).join("")}`;
}

function readMe(about: ArchiveSubject, sections: readonly SubjectDataSection[]): string {
  const lines = sections.map(
    ({ kind, rows, more }) => `- ${kind}: ${rows.length}${more ? ` (the first ${maxRecords} of more)` : ""}`,
  );
  return [
    `What account ${about.account} has of ${about.contact}, as of ${about.at.toISOString()}.`,
    "",
    ...(lines.length > 0 ? lines : ["Nothing: this account has no data about this person."]),
    "",
    `Each kind is here twice: as .json for programs, with times in UTC, and as .csv for a spreadsheet, with times in ${about.timeZone}.`,
    "",
  ].join("\r\n");
}
