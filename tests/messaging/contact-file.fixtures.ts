import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import { buildSync } from "esbuild";
import { openContactFile } from "../../services/kit/contact-file/open";
import type { Limits } from "../../services/kit/contact-file/problem";
import { type FileContact, type RefusedLine, readContacts } from "../../services/kit/contact-file/read";

/** A folder of its own for the files of one test file. */
export function folder(): { file(name: string, content: string | Uint8Array): string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "contact-file-test-"));
  return {
    file(name, content) {
      writeFileSync(join(path, name), content);
      return join(path, name);
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** The worker as the build makes it, in `path`. */
export function bundleWorker(path: string): void {
  buildSync({
    entryPoints: ["services/kit/contact-file/worker.ts"],
    outfile: path,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "silent",
  });
}

export type ReadAll = { contacts: FileContact[]; refused: RefusedLine[] };

/** The whole file, read with the mapping guessed for it. */
export async function readAll(
  content: string | Uint8Array,
  limits: Partial<Limits> = {},
): Promise<ReadAll & { look: string }> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const file = await openContactFile(pieces(bytes), limits);
  try {
    const all: ReadAll = { contacts: [], refused: [] };
    for await (const batch of readContacts(file, file.mapping, { country: "KE" }))
      for (const item of batch) "refused" in item ? all.refused.push(item) : all.contacts.push(item);
    const { format } = file;
    return {
      ...all,
      look: format.kind === "text" ? `${format.encoding} ${JSON.stringify(format.delimiter)}` : format.sheet,
    };
  } finally {
    await file.close();
  }
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length || at === 0; at += 50_000) yield bytes.subarray(at, at + 50_000);
}

export type ZipOptions = {
  zip64?: boolean;
  encrypted?: boolean;
  stored?: boolean;
  descriptor?: boolean;
  method?: number;
};

/** A ZIP archive byte by byte, so that a test can say exactly what is odd about it. */
export function zip(files: Record<string, string | Uint8Array>, options: ZipOptions = {}): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const raw = Buffer.from(content as string);
    const packed = options.stored ? raw : deflateRawSync(raw);
    const method = options.method ?? (options.stored ? 0 : 8);
    const flags = (options.encrypted ? 1 : 0) | (options.descriptor ? 8 : 0);
    const crc = crc32(raw);
    const nameBytes = Buffer.from(name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(method, 8);
    if (!options.descriptor) {
      local.writeUInt32LE(crc, 14);
      local.writeUInt32LE(packed.length, 18);
      local.writeUInt32LE(raw.length, 22);
    }
    local.writeUInt16LE(nameBytes.length, 26);
    const extra = Buffer.alloc(options.zip64 ? 28 : 0);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(flags, 8);
    central.writeUInt16LE(method, 10);
    central.writeUInt32LE(crc, 16);
    central.writeUInt16LE(nameBytes.length, 28);
    central.writeUInt16LE(extra.length, 30);
    if (options.zip64) {
      extra.writeUInt16LE(1, 0);
      extra.writeUInt16LE(24, 2);
      extra.writeBigUInt64LE(BigInt(raw.length), 4);
      extra.writeBigUInt64LE(BigInt(packed.length), 12);
      extra.writeBigUInt64LE(BigInt(offset), 20);
      for (const at of [20, 24, 42]) central.writeUInt32LE(0xffffffff, at);
    } else {
      central.writeUInt32LE(packed.length, 20);
      central.writeUInt32LE(raw.length, 24);
      central.writeUInt32LE(offset, 42);
    }
    const descriptor = Buffer.alloc(options.descriptor ? 16 : 0);
    if (options.descriptor) {
      descriptor.writeUInt32LE(0x08074b50, 0);
      descriptor.writeUInt32LE(crc, 4);
      descriptor.writeUInt32LE(packed.length, 8);
      descriptor.writeUInt32LE(raw.length, 12);
    }
    const body = Buffer.concat([local, nameBytes, packed, descriptor]);
    bodies.push(body);
    directory.push(Buffer.concat([central, nameBytes, extra]));
    offset += body.length;
  }
  const table = Buffer.concat(directory);
  return Buffer.concat([...bodies, table, ending(directory.length, table.length, offset, options.zip64 === true)]);
}

function ending(count: number, bytes: number, offset: number, zip64: boolean): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(zip64 ? 0xffff : count, 8);
  end.writeUInt16LE(zip64 ? 0xffff : count, 10);
  end.writeUInt32LE(zip64 ? 0xffffffff : bytes, 12);
  end.writeUInt32LE(zip64 ? 0xffffffff : offset, 16);
  if (!zip64) return end;
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(bytes), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + bytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator, end]);
}

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

export type Book = {
  /** The inside of each `<worksheet>`, by sheet name; a name with "!" in front is hidden. */
  sheets: Record<string, string>;
  strings?: string;
  styles?: string;
  properties?: string;
  /** Replaces or adds parts. */
  parts?: Record<string, string>;
  zip?: ZipOptions;
};

/** A workbook from the XML of its sheets. */
export function xlsx({ sheets, strings, styles, properties = "", parts = {}, zip: options }: Book): Buffer {
  const names = Object.keys(sheets);
  const files: Record<string, string> = {
    "[Content_Types].xml": `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    "_rels/.rels": `<Relationships><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}">${properties}<sheets>${names
      .map(
        (name, n) =>
          `<sheet name="${name.replace("!", "")}" sheetId="${n + 1}"${name.startsWith("!") ? ' state="hidden"' : ""} r:id="rId${n + 1}"/>`,
      )
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${names
      .map(
        (_, n) => `<Relationship Id="rId${n + 1}" Type="${office}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`,
      )
      .join(
        "",
      )}<Relationship Id="s" Type="${office}/sharedStrings" Target="/xl/sharedStrings.xml"/><Relationship Id="t" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  };
  for (const [n, name] of names.entries())
    files[`xl/worksheets/sheet${n + 1}.xml`] =
      `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="${main}">${sheets[name]}</worksheet>`;
  if (strings) files["xl/sharedStrings.xml"] = `<sst xmlns="${main}">${strings}</sst>`;
  if (styles) files["xl/styles.xml"] = `<styleSheet xmlns="${main}">${styles}</styleSheet>`;
  return zip({ ...files, ...parts }, options);
}

/** Rows of plain values: numbers as numbers, strings inline. */
export function sheetOf(rows: (string | number)[][]): string {
  const body = rows.map((cells, row) => {
    const inside = cells.map((cell, column) => {
      const at = `${String.fromCharCode(65 + column)}${row + 1}`;
      if (typeof cell === "number") return `<c r="${at}"><v>${cell}</v></c>`;
      return `<c r="${at}" t="inlineStr"><is><t>${cell.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</t></is></c>`;
    });
    return `<row r="${row + 1}">${inside.join("")}</row>`;
  });
  return `<sheetData>${body.join("")}</sheetData>`;
}
