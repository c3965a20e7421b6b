import { LinkifyIt } from "linkify-it";

/** A piece of text, or a link with the words it was written in. */
type TextPiece = { text: string; href?: string };

const phone = /^\+?[0-9][0-9()./ -]{4,18}[0-9]/;

/** Addresses with a user and a password in them are no links: they are made to look like another place (M38). */
const finder = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true, urlAuth: false, maxLength: 2048 })
  .add("ftp:", null)
  .add("//", null)
  .add("tel:", { validate: (text, at) => phone.exec(text.slice(at, at + 24))?.[0].length ?? 0 });

const safe = /^(?:https?:\/\/|mailto:|tel:)/i;

/** The address goes on to an `@` before its path begins: what was found of it is a user's name. */
function hasUser(text: string, end: number): boolean {
  const next = text[end];
  return (next === ":" || next === "@") && /^[^\s/]{1,200}@|^@/.test(text.slice(end, end + 202));
}

/** The text cut into plain pieces and links: http, https, mailto and tel, nothing else. Joined they are the text. */
export function linksIn(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { index, lastIndex, url } of finder.match(text) ?? []) {
    if (!safe.test(url) || hasUser(text, lastIndex)) continue;
    if (index > end) pieces.push({ text: text.slice(end, index) });
    pieces.push({ text: text.slice(index, lastIndex), href: url });
    end = lastIndex;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}
