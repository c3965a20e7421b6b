import EmailReplyParser from "email-reply-parser";
import { sanitise } from "../../kit/sanitise";

/** What of a mail's HTML is looked at. */
const maxHtml = 500_000;
/** A line that is longer ends no quotation: the parser's patterns would only burn time on it. */
const longestLine = 400;

const breaks = new Set([
  "br",
  "hr",
  "p",
  "div",
  "tr",
  "li",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "pre",
  "table",
  "ul",
  "ol",
]);
const apart = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "table", "ul", "ol", "pre"]);

/** The words of an HTML letter: no script, no style, no hidden code; links stand behind their words. */
export function htmlToText(html: string): string {
  const safe = sanitise(html.slice(0, maxHtml));
  const lines: string[] = [""];
  let quoted = 0;
  let link: { href: string; from: number } | undefined;
  let anchor = "";
  const line = (text: string) => lines.push(`${"> ".repeat(Math.min(quoted, 5))}${text}`);
  const add = (text: string) => {
    lines.push((lines.pop() ?? "") + text);
    if (link) anchor += text;
  };
  for (const [piece] of safe.matchAll(/<[^>]*>|[^<]+/g)) {
    if (!piece.startsWith("<")) {
      add(decoded(piece.replace(/\s+/g, " ")));
      continue;
    }
    const [, close = "", tag = ""] = /^<(\/?)([a-z0-9]+)/.exec(piece) ?? [];
    if (tag === "blockquote") {
      quoted = Math.max(0, quoted + (close ? -1 : 1));
      line("");
    } else if (tag === "a" && !close) {
      link = { href: decoded(/href="([^"]*)"/.exec(piece)?.[1] ?? ""), from: lines.length };
      anchor = "";
    } else if (tag === "a" && link) {
      const { href } = link;
      link = undefined;
      if (href !== "" && !says(anchor, href)) add(` (${href})`);
    } else if (tag === "img") add(decoded(/alt="([^"]*)"/.exec(piece)?.[1] ?? ""));
    else if (tag === "td" || tag === "th") add(close ? " " : "");
    else if (breaks.has(tag)) {
      if (apart.has(tag)) line("");
      if (tag === "li" && !close) line("- ");
      else if (tag === "br" || tag === "hr" || close || tag === "div") line("");
    }
  }
  return tidy(lines.join("\n"));
}

/** Whether the link's words are its address already. */
function says(words: string, href: string): boolean {
  const plain = (text: string) =>
    text
      .trim()
      .toLowerCase()
      .replace(/^(?:https?:\/\/|mailto:|tel:)/, "")
      .replace(/\/$/, "");
  return plain(words) === plain(href);
}

const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (all, ten, six, name: string | undefined) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? all;
    const code = ten === undefined ? Number.parseInt(six, 16) : Number(ten);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : "\ufffd";
  });
}

// What the first 32 positions of windows-1252 mean: some decoders leave them as they are.
const cp1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** No control characters, no line turned around, no more than one empty line in a row. */
export function tidy(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[\u0080-\u009f]/g, (sign) => cp1252[sign.charCodeAt(0) - 0x80] ?? "")
    .replace(/[^\P{Cc}\n\t]|[\u200b\u202a-\u202e\u2066-\u2069\ufeff]/gu, "")
    .replace(/[ \t\u00a0]+$/gm, "")
    .replace(/\n(?:(?:> ?)*\n){2,}/g, "\n\n")
    .trim();
}

/** Words of quotation headers whose patterns cost time by the cube of their number. */
const costly = /schreef|skrev|pisze|napisa|写道/g;

/** What is new in a reply, without the quotation and the signature under it; all of it when nothing else is left. */
export function withoutTail(text: string): string {
  const hard = text.split("\n").some(({ length }) => length > longestLine) || (text.match(costly) ?? []).length > 20;
  const visible = hard ? text : new EmailReplyParser().read(text).getVisibleText();
  return plainTail(tidy(visible) || text);
}

/** Cut at the header of the quotation, and where only quotation is left. */
function plainTail(text: string): string {
  const lines = text.split("\n");
  const starts = lines.findIndex(
    (line) =>
      line.length < longestLine && /^(?:On .{5,300} wrote:|-{2,12} ?Original Message ?-{2,12})$/i.test(line.trim()),
  );
  const kept = starts === -1 ? lines : lines.slice(0, starts);
  while (kept.length > 0 && /^\s*(?:>.*)?$/.test(kept.at(-1) ?? "")) kept.pop();
  return tidy(kept.join("\n")) || text;
}
