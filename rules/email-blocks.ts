import { mergeFields } from "./merge";

/** What an e-mail is made of, one under the other. */
export const blockKinds = ["heading", "text", "picture", "button", "columns", "divider"] as const;
export type BlockKind = (typeof blockKinds)[number];

export type Block =
  | { kind: "heading"; text: string }
  | { kind: "text"; text: string }
  | { kind: "picture"; file: string; alt: string; link: string }
  | { kind: "button"; label: string; link: string }
  | { kind: "columns"; left: string; right: string }
  | { kind: "divider" };

export const blockNames: Record<BlockKind, string> = {
  heading: "Heading",
  text: "Text",
  picture: "Picture",
  button: "Button",
  columns: "Two columns",
  divider: "Divider",
};

export const maxBlocks = 40;

/** A new block of a kind, with nothing in it. */
export function emptyBlock(kind: BlockKind): Block {
  if (kind === "picture") return { kind, file: "", alt: "", link: "" };
  if (kind === "button") return { kind, label: "", link: "" };
  if (kind === "columns") return { kind, left: "", right: "" };
  return kind === "divider" ? { kind } : { kind, text: "" };
}

/** The texts of a block that its reader sees or follows. */
function textsOf(block: Block): string[] {
  if (block.kind === "divider") return [];
  if (block.kind === "picture") return [block.alt, block.link];
  if (block.kind === "button") return [block.label, block.link];
  return block.kind === "columns" ? [block.left, block.right] : [block.text];
}

/** Everything that is written in an e-mail, as one text: what its merge fields are looked for in. */
export function writtenIn(email: {
  subject: string;
  preheader: string;
  blocks: readonly Block[];
  text: string;
}): string {
  return [email.subject, email.preheader, ...email.blocks.flatMap(textsOf), email.text].join("\n");
}

/** The pictures of an e-mail, each file once. */
export function pictureFiles(blocks: readonly Block[]): string[] {
  return [...new Set(blocks.flatMap((block) => (block.kind === "picture" && block.file ? [block.file] : [])))];
}

/**
 * What a link in an e-mail may be: an address of the web, a mail address or a number. Merge fields may stand in it, but
 * not decide where it leads.
 */
export function isLink(link: string): boolean {
  if (/[\s<>"\\]/.test(link.replace(/\{\{[^{}]*\}\}/g, ""))) return false;
  return /^https?:\/\/[^\s/{}]+(?:[/?#]|$)/i.test(link) || /^(?:mailto:[^\s{}]+@[^\s{}]+|tel:\+?\d{3,15})$/i.test(link);
}

/** What is wrong with a block, by its field; nothing when it can be sent. */
export function blockFaults(block: Block): Partial<Record<string, string>> {
  const faults: Partial<Record<string, string>> = {};
  if ((block.kind === "heading" || block.kind === "text") && block.text.trim() === "")
    faults.text = "Write something, or remove this block.";
  if (block.kind === "columns" && `${block.left}${block.right}`.trim() === "")
    faults.left = "Write something, or remove this block.";
  if (block.kind === "picture" && block.file === "") faults.file = "Choose a picture, or remove this block.";
  if (block.kind === "button" && block.label.trim() === "") faults.label = "Enter what the button says.";
  if (block.kind === "button" && block.link.trim() === "") faults.link = "Enter where the button leads.";
  const link = block.kind === "button" || block.kind === "picture" ? block.link.trim() : "";
  if (link !== "" && !isLink(link)) faults.link = "Enter a whole address, such as https://example.com/offers.";
  return faults;
}

/** `**bold**` and `[words](https://address)` of a text, cut into what is plain and what is not. */
export type Inline = { text: string; bold?: true; link?: string };

const inlinePattern = /\*\*([^*\n]{1,2000})\*\*|\[([^\]\n]{1,500})\]\(([^()\s]{1,2000})\)/g;

export function parseInlines(text: string): Inline[] {
  const found: Inline[] = [];
  let from = 0;
  for (const match of text.matchAll(inlinePattern)) {
    const [whole, bold, words = "", link = ""] = match;
    if (bold === undefined && !isLink(link)) continue;
    if (match.index > from) found.push({ text: text.slice(from, match.index) });
    found.push(bold === undefined ? { text: words, link } : { text: bold, bold: true });
    from = match.index + whole.length;
  }
  if (from < text.length) found.push({ text: text.slice(from) });
  return found;
}

/** A text as who reads no HTML gets it: links behind their words. */
function plainInline(text: string): string {
  return parseInlines(text)
    .map((piece) => (piece.link ? `${piece.text} (${piece.link})` : piece.text))
    .join("");
}

/** The words of an e-mail without its looks: the text part, until somebody writes their own. */
export function plainText(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (block.kind === "heading") return block.text.trim().toUpperCase();
      if (block.kind === "text") return plainInline(block.text.trim());
      if (block.kind === "button") return `${block.label.trim()}: ${block.link.trim()}`;
      if (block.kind === "columns")
        return [block.left, block.right].map((text) => plainInline(text.trim())).join("\n\n");
      if (block.kind === "divider") return "----------";
      return [block.alt.trim() && `[${block.alt.trim()}]`, block.link.trim()].filter(Boolean).join(" ");
    })
    .filter((text) => text !== "")
    .join("\n\n");
}

/** The merge fields of an e-mail, each once. */
export function emailFields(email: Parameters<typeof writtenIn>[0]): string[] {
  return mergeFields(writtenIn(email));
}

/** A block moved one place up or down; out of bounds nothing moves. */
export function movedBlock<B>(blocks: readonly B[], from: number, by: 1 | -1): B[] {
  const to = from + by;
  const [one, other] = [blocks[from], blocks[to]];
  if (one === undefined || other === undefined) return [...blocks];
  return blocks.map((block, at) => (at === from ? other : at === to ? one : block));
}
