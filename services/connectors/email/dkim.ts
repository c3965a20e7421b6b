// DKIM signatures (RFC 6376): rsa-sha256, relaxed/relaxed.
import { createHash, createPublicKey, generateKeyPair, type KeyObject, sign, verify } from "node:crypto";
import { promisify } from "node:util";

/**
 * The headers that a signature covers; RFC 8058 wants the last two to be among them. Each once more than it is there
 * would keep others from adding one (RFC 6376 8.15): From and Subject are.
 */
export const signedHeaders = [
  "from",
  "to",
  "subject",
  "date",
  "message-id",
  "mime-version",
  "content-type",
  "reply-to",
  "list-unsubscribe",
  "list-unsubscribe-post",
] as const;

export type DkimKey = { domain: string; selector: string; key: KeyObject };

/** A header as it goes out: its name as written, and its value with its folds. */
export type Header = readonly [name: string, value: string];

const signAsync = promisify<string, Buffer, KeyObject, Buffer>(sign);
const generate = promisify(generateKeyPair);

/** A new key pair of 2048 bits; the public half as DNS has it. */
export async function makeDkimKey(): Promise<{ privateKey: string; publicKey: string }> {
  const { publicKey, privateKey } = await generate("rsa", { modulusLength: 2048 });
  return {
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    publicKey: publicKey.export({ type: "spki", format: "der" }).toString("base64"),
  };
}

/**
 * The DKIM-Signature of a mail, as a header. The signature is made in a thread of the process's pool.
 * @param body the part behind the empty line, with CRLF
 */
export async function dkimSignature(
  { domain, selector, key }: DkimKey,
  headers: readonly Header[],
  body: Buffer,
  at = Math.floor(Date.now() / 1000),
): Promise<Header> {
  const covered = signedHeaders.filter((name) => headers.some(([one]) => one.toLowerCase() === name));
  const hash = createHash("sha256").update(relaxedBody(body)).digest("base64");
  const value = [
    `v=1; a=rsa-sha256; c=relaxed/relaxed; d=${domain}; s=${selector}; t=${at};`,
    ` h=${[...covered, "from", "subject"].join(":")};`,
    ` bh=${hash};`,
    " b=",
  ].join("\r\n");
  const signature = await signAsync("rsa-sha256", Buffer.from(signedText(headers, value)), key);
  const folded = signature.toString("base64").replace(/.{70}(?=.)/g, "$&\r\n ");
  return ["DKIM-Signature", value + folded];
}

/**
 * Whether the first signature of a mail is right.
 * @param publicKey of a selector at a domain, as DNS has it; undefined: there is none
 */
export function isDkimRight(raw: Buffer, publicKey: (domain: string, selector: string) => string | undefined): boolean {
  const end = raw.indexOf("\r\n\r\n");
  const headers = readHeaders(raw.subarray(0, end).toString("latin1"));
  const [, value] = headers.find(([name]) => name.toLowerCase() === "dkim-signature") ?? [];
  if (end < 0 || value === undefined) return false;
  const tags = parseTags(value);
  const known = publicKey(tags.get("d") ?? "", tags.get("s") ?? "");
  if (known === undefined || tags.get("a") !== "rsa-sha256" || tags.get("c") !== "relaxed/relaxed") return false;
  const hash = createHash("sha256")
    .update(relaxedBody(raw.subarray(end + 4)))
    .digest("base64");
  if (tags.get("bh") !== hash) return false;
  const key = createPublicKey({ key: Buffer.from(known, "base64"), format: "der", type: "spki" });
  const text = signedText(headers, value.replace(/(\bb=)[^;]*$/, "$1"), (tags.get("h") ?? "").toLowerCase().split(":"));
  return verify("rsa-sha256", Buffer.from(text, "latin1"), key, Buffer.from(tags.get("b") ?? "", "base64"));
}

/** The tags of a DKIM-Signature, or of a record in DNS. */
export function parseTags(value: string): Map<string, string> {
  const parts = value.split(";").map((part) => /^\s*([a-z]\w*)\s*=([\s\S]*)$/i.exec(part));
  return new Map(parts.flatMap((found) => (found ? [[found[1] ?? "", (found[2] ?? "").replace(/\s+/g, "")]] : [])));
}

/** What is signed: each covered header from the last upwards, then the signature's own without its value (RFC 6376 3.7). */
function signedText(headers: readonly Header[], value: string, names = coveredNames(headers)): string {
  const left = [...headers];
  const lines = names.flatMap((name) => {
    const at = left.findLastIndex(([one]) => one.toLowerCase() === name);
    const [header] = at < 0 ? [] : left.splice(at, 1);
    return header ? [relaxedHeader(header)] : [];
  });
  return `${lines.join("")}${relaxedHeader(["dkim-signature", value]).replace(/\r\n$/, "")}`;
}

function coveredNames(headers: readonly Header[]): string[] {
  return [...signedHeaders.filter((name) => headers.some(([one]) => one.toLowerCase() === name)), "from", "subject"];
}

function relaxedHeader([name, value]: Header): string {
  const unfolded = value.replace(/\r\n(?=[ \t])/g, "").replace(/[ \t]+/g, " ");
  return `${name.toLowerCase().trim()}:${unfolded.trim()}\r\n`;
}

/** White space in a line as one blank, none at its end, and no empty lines at the end of all (RFC 6376 3.4.4). */
function relaxedBody(body: Buffer): Buffer {
  const text = body
    .toString("latin1")
    .replace(/[ \t]+/g, " ")
    .replace(/ (?=\r\n)/g, "")
    .replace(/ $/, "")
    .replace(/(?:\r\n)+$/, "");
  return Buffer.from(text === "" ? "" : `${text}\r\n`, "latin1");
}

function readHeaders(head: string): Header[] {
  return head
    .replace(/\r\n(?=[ \t])/g, "\u0000")
    .split("\r\n")
    .map((line): Header => {
      const at = line.indexOf(":");
      return [line.slice(0, at), line.slice(at + 1).replaceAll("\u0000", "\r\n")];
    });
}
