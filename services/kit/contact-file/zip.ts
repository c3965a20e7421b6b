import { pipeline, Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import { FileProblem } from "./problem";
import type { Source } from "./source";

/** One file inside a ZIP archive, as its table of contents (APPNOTE 6.3.10, section 4.3.12) describes it. */
export type Entry = {
  name: string;
  method: number;
  encrypted: boolean;
  crc: number;
  packedBytes: number;
  offset: number;
};

/** Bytes that may still be unpacked. Counted as they come out, whatever the archive says of itself. */
export type Budget = { left: number; most: number };

const maxEntries = 10_000;
const pieceBytes = 64 * 1024;
const inZip64 = 0xffffffff;

/** The entries by name. Read from the end, so that data descriptors, ZIP64 and odd local headers do not matter. */
export async function readDirectory(source: Source): Promise<Map<string, Entry>> {
  const tailAt = Math.max(0, source.bytes - 65_557 - 20);
  const tail = await source.read(tailAt, source.bytes - tailAt);
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > tail.length) throw damaged();
  let count = tail.readUInt16LE(end + 10);
  let bytes = tail.readUInt32LE(end + 12);
  let offset = tail.readUInt32LE(end + 16);
  if (count === 0xffff || bytes === inZip64 || offset === inZip64) {
    const locator = end - 20;
    if (locator < 0 || tail.readUInt32LE(locator) !== 0x07064b50) throw damaged();
    const record = await source.read(whole(tail.readBigUInt64LE(locator + 8)), 56);
    if (record.length < 56 || record.readUInt32LE(0) !== 0x06064b50) throw damaged();
    count = whole(record.readBigUInt64LE(32));
    bytes = whole(record.readBigUInt64LE(40));
    offset = whole(record.readBigUInt64LE(48));
  }
  if (count > maxEntries || bytes > maxEntries * 512)
    throw new FileProblem("unsafe", "The workbook has too many parts to be a contact list.");
  return parseDirectory(await source.read(offset, bytes), count);
}

function parseDirectory(directory: Buffer, count: number): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  let at = 0;
  for (let n = 0; n < count; n++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50) throw damaged();
    const nameBytes = directory.readUInt16LE(at + 28);
    const extraBytes = directory.readUInt16LE(at + 30);
    const name = directory
      .toString("utf8", at + 46, at + 46 + nameBytes)
      .replaceAll("\\", "/")
      .replace(/^\//, "");
    const entry: Entry = {
      name,
      encrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      packedBytes: directory.readUInt32LE(at + 20),
      offset: directory.readUInt32LE(at + 42),
    };
    const extra = directory.subarray(at + 46 + nameBytes, at + 46 + nameBytes + extraBytes);
    readZip64(entry, extra, directory.readUInt32LE(at + 24) === inZip64);
    entries.set(name.toLowerCase(), entry);
    at += 46 + nameBytes + extraBytes + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/** Extra field 1: 8-byte values, only for the fields that are all ones in the directory, in this order. */
function readZip64(entry: Entry, extra: Buffer, bigSize: boolean): void {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    const values = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
    let next = bigSize ? 8 : 0;
    if (entry.packedBytes === inZip64 && values.length >= next + 8) {
      entry.packedBytes = whole(values.readBigUInt64LE(next));
      next += 8;
    }
    if (entry.offset === inZip64 && values.length >= next + 8) entry.offset = whole(values.readBigUInt64LE(next));
    return;
  }
}

/** The unpacked bytes of one entry, piece by piece. */
export async function* unpack(source: Source, entry: Entry, budget: Budget): AsyncGenerator<Buffer> {
  if (entry.encrypted)
    throw new FileProblem(
      "encrypted",
      "The workbook is protected by a password: remove the password and send it again.",
    );
  if (entry.method !== 0 && entry.method !== 8) throw damaged();
  const header = await source.read(entry.offset, 30);
  if (header.length < 30 || header.readUInt32LE(0) !== 0x04034b50) throw damaged();
  const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  let crc = 0;
  try {
    for await (const piece of entry.method === 0
      ? packed(source, start, entry.packedBytes)
      : inflated(source, start, entry)) {
      budget.left -= piece.length;
      if (budget.left < 0) throw tooBig(budget.most);
      crc = crc32(piece, crc);
      yield piece;
    }
  } catch (error) {
    throw error instanceof FileProblem ? error : damaged();
  }
  if (crc !== entry.crc) throw damaged();
}

async function* packed(source: Source, start: number, bytes: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < bytes; done += pieceBytes) {
    const piece = await source.read(start + done, Math.min(pieceBytes, bytes - done));
    if (piece.length === 0) throw damaged();
    yield piece;
  }
}

function inflated(source: Source, start: number, entry: Entry): AsyncIterable<Buffer> {
  const inflate = createInflateRaw({ chunkSize: pieceBytes });
  // The error reaches the reader of `inflate`; this callback only keeps it from being thrown a second time.
  pipeline(Readable.from(packed(source, start, entry.packedBytes)), inflate, () => undefined);
  return inflate;
}

/** A small part as text. */
export async function unpackText(source: Source, entry: Entry, budget: Budget): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of unpack(source, entry, budget)) pieces.push(piece);
  return new TextDecoder().decode(Buffer.concat(pieces));
}

function whole(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw damaged();
  return Number(value);
}

export function damaged(): FileProblem {
  return new FileProblem(
    "damaged",
    "The workbook is damaged or was not sent completely: save it again and send it again.",
  );
}

function tooBig(most: number): FileProblem {
  return new FileProblem(
    "too-big",
    `The workbook unpacks to more than ${Math.floor(most / 1024 / 1024)} MB: split it into smaller files.`,
  );
}
