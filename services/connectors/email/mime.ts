// A mail as it goes over the line: RFC 5322, 2045 to 2047, 2387.
import { randomBytes } from "node:crypto";
import type { Header } from "./dkim";

export type MimeFile = { name: string; type: string; bytes: Uint8Array };
/** A picture of the HTML part, by the id after `cid:`. */
export type MimePicture = MimeFile & { id: string };

/** The parts that are the same in every mail of a mailing, encoded once. */
export type FixedParts = { pictures: string[]; files: string[]; bytes: number };

export function fixedParts(pictures: readonly MimePicture[], files: readonly MimeFile[]): FixedParts {
  const made = {
    pictures: pictures.map((one) =>
      filePart(one, [`Content-ID: <${one.id}>`, `Content-Disposition: inline; filename="${plainName(one.name)}"`]),
    ),
    files: files.map((one) =>
      filePart(one, [
        `Content-Disposition: attachment; filename="${plainName(one.name)}"; filename*=UTF-8''${encodeURIComponent(one.name).replace(/['()*]/g, escaped)}`,
      ]),
    ),
  };
  return { ...made, bytes: [...made.pictures, ...made.files].reduce((sum, part) => sum + part.length, 0) };
}

const escaped = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

/** What calendar programs read of a mail: a calendar with this METHOD (RFC 6047). */
export type MimeCalendar = { method: string; text: string };
type MimeContent = { text: string; html: string; fixed: FixedParts; calendar?: MimeCalendar | undefined };

/** The body of a mail and the headers that say what it is. */
export function mimeBody({ text, html, fixed, calendar }: MimeContent): { headers: Header[]; body: Buffer } {
  const words = [textPart("plain", text), textPart("html", html)];
  const alternative = multipart("alternative", calendar ? [...words, calendarPart(calendar)] : words);
  const related = fixed.pictures.length > 0 ? multipart("related", [alternative, ...fixed.pictures]) : alternative;
  // For programs that open it and don't look for it among the alternatives.
  const files = calendar ? [...fixed.files, calendarFile(calendar)] : fixed.files;
  const whole = files.length > 0 ? multipart("mixed", [related, ...files]) : related;
  const [, type = "", content = ""] = /^Content-Type: ([\s\S]*?)\r\n\r\n([\s\S]*)$/.exec(whole) ?? [];
  return {
    headers: [
      ["MIME-Version", "1.0"],
      ["Content-Type", type],
    ],
    body: Buffer.from(content, "latin1"),
  };
}

function multipart(kind: "alternative" | "related" | "mixed", parts: readonly string[]): string {
  const boundary = `=_${randomBytes(15).toString("hex")}`;
  const type = kind === "related" ? '; type="multipart/alternative"' : "";
  const inside = parts.map((part) => `--${boundary}\r\n${part}\r\n`).join("");
  return `Content-Type: multipart/${kind}; boundary="${boundary}"${type}\r\n\r\n${inside}--${boundary}--\r\n`;
}

function textPart(kind: "plain" | "html", text: string): string {
  return `Content-Type: text/${kind}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${quotedPrintable(text)}`;
}

/** Its lines may be of any letters: base64 has no host change them (RFC 6047, 2.4). */
function calendarPart({ method, text }: MimeCalendar): string {
  return `Content-Type: text/calendar; charset=utf-8; method=${method}\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64Lines(Buffer.from(text))}`;
}

function calendarFile({ text }: MimeCalendar): string {
  const file = { name: "invitation.ics", type: "application/ics", bytes: Buffer.from(text) };
  return filePart(file, ['Content-Disposition: attachment; filename="invitation.ics"']);
}

function filePart({ type, bytes, name }: MimeFile, lines: readonly string[]): string {
  return `Content-Type: ${type}; name="${plainName(name)}"\r\nContent-Transfer-Encoding: base64\r\n${lines.join("\r\n")}\r\n\r\n${base64Lines(bytes)}`;
}

function base64Lines(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString("base64")
    .replace(/.{76}(?=.)/g, "$&\r\n");
}

function plainName(name: string): string {
  return name.replace(/[^\x20-\x7e]|["\\]/g, "_");
}

const hex = Array.from({ length: 256 }, (_, byte) => `=${byte.toString(16).toUpperCase().padStart(2, "0")}`);
const lineLength = 76;

/** RFC 2045 6.7: lines of at most 76 signs, no blank at the end of one, CRLF as they are. */
export function quotedPrintable(text: string): string {
  return text
    .replace(/\r\n?|\n/g, "\n")
    .split("\n")
    .map(quotedLine)
    .join("\r\n");
}

function quotedLine(line: string): string {
  // Most lines are short and plain.
  if (line.length < lineLength && /^[\x21-\x3c\x3e-\x7e]*(?:[ \t]+[\x21-\x3c\x3e-\x7e]+)*$/.test(line)) return line;
  const bytes = Buffer.from(line, "utf8");
  let [made, length] = ["", 0];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    const last = at === bytes.length - 1;
    const bare = (byte >= 33 && byte <= 126 && byte !== 61) || ((byte === 32 || byte === 9) && !last);
    const written = bare ? String.fromCharCode(byte) : (hex[byte] ?? "");
    if (length + written.length > lineLength - 1) {
      made += "=\r\n";
      length = 0;
    }
    made += written;
    length += written.length;
  }
  return made;
}

/** One line, whatever was typed; other letters than ASCII as encoded words (RFC 2047). */
export function headerText(text: string): string {
  const line = text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
  if (/^[\x20-\x7e]*$/.test(line) && !line.includes("=?")) return folded(line);
  const words: string[] = [];
  let word = "";
  for (const sign of line) {
    if (Buffer.byteLength(word + sign) > 42) {
      words.push(word);
      word = "";
    }
    word += sign;
  }
  return [...words, word].map((one) => `=?utf-8?B?${Buffer.from(one).toString("base64")}?=`).join("\r\n ");
}

/** "Savanna Traders <news@savanna.test>" */
export function headerAddress({ name, address }: { name: string; address: string }): string {
  const line = name.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
  if (line === "") return address;
  const said =
    /^[\x20-\x7e]*$/.test(line) && !line.includes("=?") ? `"${line.replace(/["\\]/g, "\\$&")}"` : headerText(line);
  return `${said} <${address}>`;
}

/** Broken at a blank before it is too long for some hosts. */
function folded(line: string): string {
  if (line.length <= 900) return line;
  return line.replace(/(.{1,900})(?: |$)/g, "$1\r\n ").trimEnd();
}

/** A whole mail. */
export function mailBytes(headers: readonly Header[], body: Buffer): Buffer {
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return Buffer.concat([Buffer.from(`${head}\r\n`, "latin1"), body]);
}
