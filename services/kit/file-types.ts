import { open } from "node:fs/promises";

/** What a kind of file is called, what its name ends in, and whether a browser may show it in place. */
type Kind = { word: string; endings: readonly string[]; inline?: true };

/** Every type that anybody may upload; no SVG and no HTML, which run scripts. */
const kinds = {
  "image/png": { word: "image", endings: ["png"], inline: true },
  "image/jpeg": { word: "image", endings: ["jpg", "jpeg"], inline: true },
  "image/gif": { word: "image", endings: ["gif"], inline: true },
  "image/webp": { word: "image", endings: ["webp"], inline: true },
  "image/avif": { word: "image", endings: ["avif"], inline: true },
  "image/heic": { word: "image", endings: ["heic"] },
  "image/tiff": { word: "image", endings: ["tif", "tiff"] },
  "image/bmp": { word: "image", endings: ["bmp"] },
  "application/pdf": { word: "PDF", endings: ["pdf"] },
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": { word: "Excel", endings: ["xlsx"] },
  "application/vnd.ms-excel": { word: "Excel", endings: ["xls"] },
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": { word: "Word", endings: ["docx"] },
  "application/msword": { word: "Word", endings: ["doc"] },
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": {
    word: "PowerPoint",
    endings: ["pptx"],
  },
  "application/vnd.oasis.opendocument.text": { word: "OpenDocument", endings: ["odt"] },
  "application/vnd.oasis.opendocument.spreadsheet": { word: "OpenDocument", endings: ["ods"] },
  "audio/ogg": { word: "audio", endings: ["ogg", "oga", "opus"] },
  "audio/mpeg": { word: "audio", endings: ["mp3"] },
  "audio/mp4": { word: "audio", endings: ["m4a", "mp4"] },
  "audio/aac": { word: "audio", endings: ["aac"] },
  "audio/amr": { word: "audio", endings: ["amr"] },
  "video/mp4": { word: "video", endings: ["mp4", "m4v"] },
  "video/3gpp": { word: "video", endings: ["3gp"] },
  "text/csv": { word: "CSV", endings: ["csv", "txt", "tsv"] },
  "application/zip": { word: "archive", endings: ["zip"] },
} as const satisfies Record<string, Kind>;
export type FileType = keyof typeof kinds;

export function isFileType(name: string): name is FileType {
  return Object.hasOwn(kinds, name);
}

export const imageTypes = (Object.keys(kinds) as FileType[]).filter((type) => kinds[type].word === "image");
export const excelTypes: readonly FileType[] = [
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.ms-excel",
];
export const officeTypes: readonly FileType[] = (Object.keys(kinds) as FileType[]).filter((type) =>
  ["Excel", "Word", "PowerPoint", "OpenDocument"].includes(kinds[type].word),
);
/** Voice notes, sound and film, as phones send them (Q076). */
export const mediaTypes: readonly FileType[] = (Object.keys(kinds) as FileType[]).filter((type) =>
  ["audio", "video"].includes(kinds[type].word),
);

/** Whether a browser draws it as a picture and as nothing else. */
export function isInline(type: string): boolean {
  return isFileType(type) && "inline" in kinds[type];
}

/**
 * What a file is by its bytes, or undefined when it is nothing that anybody may upload. The name and the type that a
 * browser gives are never asked. Archives are looked into, not unpacked: at most 1 MB of one entry is inflated.
 */
export async function sniffFile(path: string): Promise<FileType | undefined> {
  const { fileTypeFromFile } = await import("file-type");
  const found = await fileTypeFromFile(path).catch(() => undefined);
  if (found?.mime === "application/x-cfb") return oldOffice(path);
  if (found) return media(found.mime, path);
  return (await isTable(path)) ? "text/csv" : undefined;
}

/** Other names of the same types; a container says by its tracks whether it is sound or film. */
const alike: { readonly [mime: string]: FileType } = {
  "audio/ogg; codecs=opus": "audio/ogg",
  "audio/x-m4a": "audio/mp4",
  "video/x-m4v": "video/mp4",
};

async function media(mime: string, path: string): Promise<FileType | undefined> {
  const type = alike[mime] ?? mime;
  if (type === "video/mp4") return (await hasPictures(path)) ? "video/mp4" : "audio/mp4";
  return isFileType(type) ? type : undefined;
}

/** Boxes of a film that are looked through, and bytes of its index (ISO 14496-12). */
const [mostBoxes, mostIndex] = [64, 4_000_000];

/** Whether one of the tracks is a picture's: recorders of voice write films without any. */
async function hasPictures(path: string): Promise<boolean> {
  for (let at = 0, n = 0; n < mostBoxes; n++) {
    const box = await head(path, at, 16);
    if (box.length < 8) return true;
    const short = box.readUInt32BE(0);
    const length = short === 1 && box.length === 16 ? Number(box.readBigUInt64BE(8)) : short;
    if (box.toString("latin1", 4, 8) === "moov") {
      const index = await head(path, at, Math.min(length || mostIndex, mostIndex));
      return /hdlr[\s\S]{8}vide/.test(index.toString("latin1"));
    }
    if (length < 8) return true;
    at += length;
  }
  return true;
}

async function head(path: string, from: number, length: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Excel and Word up to 2003 share a container with installers and mails: its directory names what is in it. */
async function oldOffice(path: string): Promise<FileType | undefined> {
  const first = await head(path, 0, 512);
  if (first.length < 512) return undefined;
  const sector = 1 << Math.min(first.readUInt16LE(30), 12);
  const directory = await head(path, (first.readUInt32LE(48) + 1) * sector, 4096);
  const names = directory.toString("utf16le");
  if (/Workbook|Book/.test(names)) return "application/vnd.ms-excel";
  return names.includes("WordDocument") ? "application/msword" : undefined;
}

/** Text in lines whose first ones have the same separator, and that begins with no markup or program. */
async function isTable(path: string): Promise<boolean> {
  const bytes = await head(path, 0, 65_536);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes.length < 65_536 ? bytes : withoutCutCharacter(bytes));
  } catch {
    return false;
  }
  if (/[^\P{Cc}\t\r\n]/u.test(text) || /^\s*(?:<|%!|#!|\{|@echo)/i.test(text)) return false;
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  return lines.length > 0 && [",", ";", "\t"].some((mark) => lines.slice(0, 5).every((line) => line.includes(mark)));
}

/** The last character may have been cut in two by the end of what was read. */
function withoutCutCharacter(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > bytes.length - 4 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, Math.max(0, end - 1));
}

/** "images, PDF and Excel", as a sentence names a list of types. */
export function wordsFor(types: readonly FileType[]): string {
  const words = [...new Set(types.map((type) => kinds[type].word))].map((word) => (word === "image" ? "images" : word));
  const last = words.pop() ?? "";
  return words.length > 0 ? `${words.join(", ")} and ${last}` : last;
}

/** What an input's `accept` says for these types. It helps to choose and decides nothing. */
export function acceptFor(types: readonly FileType[]): string {
  return types.flatMap((type) => [type, ...kinds[type].endings.map((ending) => `.${ending}`)]).join(",");
}

/**
 * The name as it is shown and given back: the last part of a path, without characters that cannot be seen or that turn
 * the line around (U+202E, U+200B), ending as its content does: a picture named x.exe becomes x.exe.png.
 */
export function safeName(name: string, type: FileType): string {
  const last = name.normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const seen = last
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .replace(/[<>:"|?*]/g, "_")
    .replace(/\s+/g, " ")
    .replace(/^[.\s]+|[.\s]+$/g, "");
  const { endings } = kinds[type];
  const fits = endings.some((ending) => seen.toLowerCase().endsWith(`.${ending}`));
  const ending = fits ? (/\.[^.]+$/.exec(seen)?.[0] ?? "") : `.${endings[0]}`;
  const stem = (fits ? seen.slice(0, -ending.length) : seen) || "file";
  return `${Array.from(stem).slice(0, 120).join("")}${ending}`;
}

/** RFC 6266: the name for every browser, escaped as RFC 5987 says, with an ASCII one for the old. */
export function disposition(name: string, inline: boolean): string {
  const plain = name.replace(/[^\x20-\x7e]/g, "_").replace(/["\\%]/g, "_");
  const full = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${inline ? "inline" : "attachment"}; filename="${plain}"; filename*=UTF-8''${full}`;
}
