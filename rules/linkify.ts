/** A piece of text, or a link with the words it was written in. */
export type TextPiece = { text: string; href?: string };

const address = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}$/i;

/** Labels of letters, digits and inner hyphens, or a numeric address. */
const host = /^(?:\[[\da-f:.]+\]|(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.?)$/i;
/** Words end at a blank, at what is in no address, and where one link's brackets end and another's begin. */
const pieces =
  /\s+|[<>"\u201c\u201d\u00ab\u00bb\u2039\u203a\uff5c|{}]+|\]\(|\)\[|(?:(?!\]\(|\)\[)[^\s<>"\u201c\u201d\u00ab\u00bb\u2039\u203a\uff5c|{}])+/g;

/**
 * The text cut into plain pieces and links (R150): http, https and e-mail addresses, nothing else. Pieces, never
 * markup; joined they are the text. Works word by word, so a hostile text costs no more than its length.
 */
export function linkify(text: string): TextPiece[] {
  const found: TextPiece[] = [];
  let plain = "";
  for (const [word] of text.matchAll(pieces)) {
    const [before, core, after] = bare(word);
    const href = core === "" ? undefined : hrefOf(core);
    if (!href) {
      plain += word;
      continue;
    }
    if (plain + before !== "") found.push({ text: plain + before });
    found.push({ text: core, href });
    plain = after;
  }
  if (plain !== "") found.push({ text: plain });
  return found;
}

/** A word as what stands before the link, the link, and the punctuation after it. */
function bare(word: string): [before: string, core: string, after: string] {
  if (word.length > 2048 || !/[@.:]/.test(word)) return [word, "", ""];
  const scheme = word.search(/(?:https?:\/\/|mailto:|www\.)/i);
  const start = scheme >= 0 ? scheme : word.length - word.replace(/^[("'[\u2018]+/, "").length;
  let core = word.slice(start);
  const unopened = { ")": count(core, ")") - count(core, "("), "]": count(core, "]") - count(core, "[") };
  let quotes = count(core, "'");
  let end = core.length;
  for (; end > 0; end--) {
    const last = core[end - 1] as string;
    if (last === ")" || last === "]") {
      if (unopened[last] <= 0) break;
      unopened[last]--;
    } else if (last === "'") {
      // One that was opened in the address itself belongs to it.
      if (quotes % 2 === 0) break;
      quotes--;
    } else if (!/[.,;:!?\u2019]/.test(last)) break;
  }
  core = core.slice(0, end);
  return [word.slice(0, start), core, word.slice(start + core.length)];
}

function count(text: string, char: string): number {
  return text.split(char).length - 1;
}

function hrefOf(core: string): string | undefined {
  if (/^https?:\/\//i.test(core)) return webAddress(core);
  if (/^www\.[^.\s]+\./i.test(core)) return webAddress(`https://${core}`);
  const mail = core.replace(/^mailto:/i, "");
  return address.test(mail) ? `mailto:${mail}` : undefined;
}

function webAddress(candidate: string): string | undefined {
  try {
    const url = new URL(candidate);
    const web = url.protocol === "http:" || url.protocol === "https:";
    return web && host.test(url.hostname) ? url.href : undefined;
  } catch {
    return undefined;
  }
}
