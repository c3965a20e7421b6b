import { FileProblem } from "./problem";
import type { Source } from "./source";

export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
export type Sniffed = { kind: "zip" } | { kind: "text"; encoding: TextEncoding };

const wanted = "send the contacts as a CSV or Excel (.xlsx) file.";

/** First bytes of files that people pick by mistake. */
const magics: [hex: string, name: string][] = [
  ["89504e47", "a picture"],
  ["ffd8ff", "a picture"],
  ["47494638", "a picture"],
  ["49492a00", "a picture"],
  ["4d4d002a", "a picture"],
  ["25504446", "a PDF"],
  ["1f8b", "a compressed file"],
  ["504b0708", "a compressed file"],
  ["52617221", "a compressed file"],
  ["377abcaf271c", "a compressed file"],
  ["fd377a585a00", "a compressed file"],
  ["425a68", "a compressed file"],
  ["53514c69746520", "a database"],
  ["000100005374616e64617264", "a database"],
  ["7f454c46", "a program"],
  ["494433", "a sound recording"],
  ["4f676753", "a sound recording"],
];

/** What the file is by its content; its name and declared type say nothing. */
export async function sniff(source: Source): Promise<Sniffed> {
  const head = await source.read(0, 8192);
  if (head.length === 0) throw new FileProblem("empty", "The file is empty.");
  const hex = head.subarray(0, 16).toString("hex");
  if (hex.startsWith("504b0304") || hex.startsWith("504b0506")) return { kind: "zip" };
  if (hex.startsWith("d0cf11e0a1b11ae1")) throw await oldOffice(source, head);
  for (const [magic, name] of magics) if (hex.startsWith(magic)) throw wrong(name);
  if (/^(?:RIFF....(?:WEBP|WAVE|AVI )|....ftyp|BM.{4}\0\0\0\0)/s.test(head.toString("latin1", 0, 12)))
    throw wrong("a picture or a recording");
  const encoding = await detectEncoding(source, head);
  const text = new TextDecoder(encoding).decode(head);
  refuseOtherText(text);
  return { kind: "text", encoding };
}

function refuseOtherText(text: string): void {
  if (controls(text) > text.length / 10) throw wrong("not a table of text");
  const start = text.trimStart().slice(0, 40).toLowerCase();
  if (start.startsWith("begin:vcard")) throw wrong("a phone book (vCard)");
  if (start.startsWith("{\\rtf")) throw wrong("a text document");
  if (start.startsWith("%!ps")) throw wrong("a print file");
  if (/^<(?:!doctype|html|\?xml|table|head|body|meta|workbook|script|style|div)/.test(start))
    throw wrong("a web page or XML");
  if (/^(?:\{\s*["}]|\[\s*[[{\]])/.test(start)) throw wrong("a JSON file");
}

function wrong(name: string): FileProblem {
  return new FileProblem("not-a-table", `This file is ${name}: ${wanted}`);
}

function controls(text: string): number {
  let found = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if ((code < 0x20 && code !== 9 && code !== 10 && code !== 13) || code === 0xfffd) found++;
  }
  return found;
}

/** Word, PowerPoint and Excel up to 2003, and new files under a password, are all the same kind of container. */
async function oldOffice(source: Source, head: Buffer): Promise<FileProblem> {
  const sectorBytes = 1 << Math.min(head.length > 31 ? head.readUInt16LE(30) : 9, 12);
  const directory = head.length > 51 ? head.readUInt32LE(48) : 0;
  const names = (await source.read((directory + 1) * sectorBytes, 4096)).toString("utf16le");
  if (names.includes("EncryptedPackage"))
    return new FileProblem(
      "encrypted",
      "The workbook is protected by a password: remove the password and send it again.",
    );
  if (names.includes("WordDocument")) return wrong("a Word document");
  return new FileProblem(
    "old-excel",
    "This is an Excel file of the old kind (.xls): save it as .xlsx or CSV and send it again.",
  );
}

async function detectEncoding(source: Source, head: Buffer): Promise<TextEncoding> {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return "utf-8";
  let [even, odd] = [0, 0];
  for (let i = 0; i < head.length; i++) if (head[i] === 0) i % 2 === 0 ? even++ : odd++;
  if (odd > head.length * 0.2 && even < odd / 4) return "utf-16le";
  if (even > head.length * 0.2 && odd < even / 4) return "utf-16be";
  return (await isMostlyUtf8(source)) ? "utf-8" : "windows-1252";
}

/** Judged over the whole file, since the first accent may stand in its last line. A few damaged bytes do not count. */
async function isMostlyUtf8(source: Source): Promise<boolean> {
  let good = 0;
  let bad = 0;
  let carry: Buffer = Buffer.alloc(0);
  for await (const chunk of source.chunks()) {
    const bytes = carry.length > 0 ? Buffer.concat([carry, chunk]) : chunk;
    let i = 0;
    for (; i < bytes.length; i++) {
      const lead = bytes[i] as number;
      if (lead < 0x80) continue;
      const more =
        lead >= 0xc2 && lead < 0xe0 ? 1 : lead >= 0xe0 && lead < 0xf0 ? 2 : lead >= 0xf0 && lead < 0xf5 ? 3 : 0;
      if (more > 0 && i + more >= bytes.length) break;
      let whole = more > 0;
      for (let n = 1; n <= more; n++) if (((bytes[i + n] as number) & 0xc0) !== 0x80) whole = false;
      if (whole) {
        good++;
        i += more;
      } else bad++;
    }
    carry = Buffer.from(bytes.subarray(i));
  }
  return bad + carry.length === 0 || bad + carry.length < good / 10;
}
