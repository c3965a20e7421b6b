import type { FileType } from "./file-types";

export type Size = { width: number; height: number };

/** How large a picture is drawn, by its header; nothing where it does not say. */
export function pictureSize(type: FileType, bytes: Buffer): Size | undefined {
  try {
    return sizes[type]?.(bytes);
  } catch {
    // A header that is cut off.
    return undefined;
  }
}

/**
 * The picture without what its camera and its programs wrote beside it: place, time, serial numbers, names. Which way up
 * it is stays. What can't be read stays as it is.
 */
export function withoutMetadata(type: FileType, bytes: Buffer): Buffer {
  try {
    return cleaners[type]?.(bytes) ?? bytes;
  } catch {
    return bytes;
  }
}

const sizes: { readonly [type in FileType]?: (bytes: Buffer) => Size | undefined } = {
  "image/png": (bytes) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }),
  "image/gif": (bytes) => ({ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }),
  "image/bmp": (bytes) => ({ width: Math.abs(bytes.readInt32LE(18)), height: Math.abs(bytes.readInt32LE(22)) }),
  "image/jpeg": jpegSize,
  "image/webp": webpSize,
  "image/avif": largestItem,
  "image/heic": largestItem,
  "image/tiff": (bytes) => {
    const tags = directory(bytes, 0);
    const [width, height] = [tags?.get(0x100)?.value, tags?.get(0x101)?.value];
    return width && height ? { width, height } : undefined;
  },
};

const cleaners: { readonly [type in FileType]?: (bytes: Buffer) => Buffer } = {
  "image/png": cleanPng,
  "image/jpeg": cleanJpeg,
  "image/webp": cleanWebp,
  "image/avif": blankExif,
  "image/heic": blankExif,
  "image/tiff": (bytes) => blankTags(Buffer.from(bytes), 0),
};

type Segment = { marker: number; start: number; end: number };

/** The segments of a JPEG (ISO 10918-1 B.1), each with the data that follows it, up to the end of the picture. */
function* jpegSegments(bytes: Buffer): Generator<Segment> {
  for (let at = 2; at < bytes.length; ) {
    if (bytes[at] !== 0xff) throw new Error("no marker");
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      at++;
      continue;
    }
    const alone = marker === 0xd9 || marker === 1 || (marker >= 0xd0 && marker <= 0xd7);
    let end = alone ? at + 2 : at + 2 + bytes.readUInt16BE(at + 2);
    if (marker === 0xda) while (end < bytes.length && !isMarker(bytes, end)) end++;
    yield { marker, start: at, end };
    if (marker === 0xd9) return;
    at = end;
  }
}

/** In the picture's own data 0xff stands before a 0, or a restart. */
function isMarker(bytes: Buffer, at: number): boolean {
  const next = bytes[at + 1] ?? 0;
  return bytes[at] === 0xff && next !== 0 && !(next >= 0xd0 && next <= 0xd7);
}

function jpegSize(bytes: Buffer): Size | undefined {
  for (const { marker, start } of jpegSegments(bytes)) {
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(start + 5), width: bytes.readUInt16BE(start + 7) };
  }
  return undefined;
}

/** Exif and XMP (APP1), the list of further pictures (APP2 MPF) with them, IPTC (APP13), and what follows the end. */
function cleanJpeg(bytes: Buffer): Buffer {
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  for (const { marker, start, end } of jpegSegments(bytes)) {
    const segment = bytes.subarray(start, end);
    const name = segment.toString("latin1", 4, 10);
    if (marker === 0xe1 && name === "Exif\0\0") kept.push(...orientationOnly(segment.subarray(10)));
    else if (marker !== 0xe1 && marker !== 0xed && !(marker === 0xe2 && name.startsWith("MPF"))) kept.push(segment);
  }
  return Buffer.concat(kept);
}

/** An Exif segment that says nothing but which way up. */
function orientationOnly(tiff: Buffer): Buffer[] {
  const way = directory(tiff, 0)?.get(0x112)?.value ?? 1;
  if (way < 2 || way > 8) return [];
  const made = Buffer.from("ffe1002245786966000049492a00080000000100120103000100000000000000000000000000", "hex");
  made.writeUInt16LE(way, 28);
  return [made.subarray(0, 36)];
}

/** tEXt and its like hold XMP and names of programs; what follows IEND is no part of the picture. */
const pngDropped = new Set(["eXIf", "tEXt", "zTXt", "iTXt", "tIME"]);

function cleanPng(bytes: Buffer): Buffer {
  const kept = [bytes.subarray(0, 8)];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const name = bytes.toString("latin1", at + 4, at + 8);
    if (end > bytes.length) return bytes;
    if (!pngDropped.has(name)) kept.push(bytes.subarray(at, end));
    if (name === "IEND") return Buffer.concat(kept);
    at = end;
  }
  return bytes;
}

/** RIFF chunks by name; each begins at an even place. */
function* webpChunks(bytes: Buffer): Generator<{ name: string; chunk: Buffer }> {
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32LE(at + 4);
    const end = Math.min(bytes.length, at + 8 + length + (length % 2));
    yield { name: bytes.toString("latin1", at, at + 4), chunk: bytes.subarray(at, end) };
    at = end;
  }
}

function webpSize(bytes: Buffer): Size | undefined {
  for (const { name, chunk } of webpChunks(bytes)) {
    if (name === "VP8X") return { width: chunk.readUIntLE(12, 3) + 1, height: chunk.readUIntLE(15, 3) + 1 };
    if (name === "VP8 ") return { width: chunk.readUInt16LE(14) & 0x3fff, height: chunk.readUInt16LE(16) & 0x3fff };
    if (name !== "VP8L") continue;
    const bits = chunk.readUInt32LE(9);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  return undefined;
}

function cleanWebp(bytes: Buffer): Buffer {
  const kept = [...webpChunks(bytes)].filter(({ name }) => name !== "EXIF" && name !== "XMP ");
  const made = Buffer.concat([bytes.subarray(0, 12), ...kept.map(({ chunk }) => chunk)]);
  made.writeUInt32LE(made.length - 8, 4);
  // The flags say what there is (RFC 9649 2.7).
  if (kept[0]?.name === "VP8X") made.writeUInt8(made.readUInt8(20) & ~0x0c, 20);
  return made;
}

/** HEIF names the size of each of its items; a picture of tiles is as large as the largest. */
function largestItem(bytes: Buffer): Size | undefined {
  let found: Size | undefined;
  for (let at = bytes.indexOf("ispe"); at > 0; at = bytes.indexOf("ispe", at + 4)) {
    const size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    if (!found || size.width * size.height > found.width * found.height) found = size;
  }
  return found;
}

type Tag = { at: number; value: number };

/** The tags of the first directory (TIFF 6.0) that begins in `bytes`, with the first value of each. */
function directory(bytes: Buffer, from: number): Map<number, Tag> | undefined {
  const order = bytes.toString("latin1", from, from + 2);
  if (order !== "II" && order !== "MM") return undefined;
  const two = (at: number) => (order === "II" ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const four = (at: number) => (order === "II" ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const start = from + four(from + 4);
  const tags = new Map<number, Tag>();
  for (let n = 0; n < two(start); n++) {
    const at = start + 2 + n * 12;
    tags.set(two(at), { at, value: two(at + 2) === 3 ? two(at + 8) : four(at + 8) });
  }
  return tags;
}

/** Where else to look: the camera's own directory, the place, XMP, IPTC, the author, the program. */
const told = [0x8769, 0x8825, 0x2bc, 0x83bb, 0x13b, 0x131, 0x10e, 0x132, 0x10f, 0x110];

/** Takes the tags' names and values out in place: nothing moves, and nobody finds what they pointed to. */
function blankTags(bytes: Buffer, from: number): Buffer {
  const tags = directory(bytes, from);
  for (const tag of told) {
    const there = tags?.get(tag);
    if (!there) continue;
    if (tag === 0x8825) blankPlace(bytes, from, from + there.value);
    bytes.fill(0, there.at + 4, there.at + 12);
  }
  return bytes;
}

/** The values of the place lie elsewhere in the file. */
function blankPlace(bytes: Buffer, from: number, at: number): void {
  const little = bytes.toString("latin1", from, from + 2) === "II";
  const two = (place: number) => (little ? bytes.readUInt16LE(place) : bytes.readUInt16BE(place));
  const four = (place: number) => (little ? bytes.readUInt32LE(place) : bytes.readUInt32BE(place));
  const many = Math.min(two(at), 40);
  for (let n = 0; n < many; n++) {
    const tag = at + 2 + n * 12;
    const length = four(tag + 4) * (two(tag + 2) === 5 ? 8 : 1);
    if (length > 4 && length < 200) bytes.fill(0, from + four(tag + 8), from + four(tag + 8) + length);
  }
  bytes.fill(0, at + 2, at + 2 + many * 12);
}

const tiffHeads = [Buffer.from("49492a0008000000", "hex"), Buffer.from("4d4d002a00000008", "hex")];

/** HEIF keeps Exif as an item of its own, in the form of a TIFF; XMP is text. */
function blankExif(given: Buffer): Buffer {
  const bytes = Buffer.from(given);
  for (const head of tiffHeads)
    for (let at = bytes.indexOf(head); at > 0; at = bytes.indexOf(head, at + 8)) blankTags(bytes, at);
  const [start, end] = [bytes.indexOf("<x:xmpmeta"), bytes.indexOf("</x:xmpmeta>")];
  if (start > 0 && end > start) bytes.fill(0x20, start, end + 12);
  return bytes;
}
