import { z } from "zod";
import { type Block, parseInlines, pictureFiles, plainText } from "../../../rules/email-blocks";
import { closed, escapeHtml, type MergeCode, mergeCode } from "./merge-code";

/** An e-mail before it is filled for a reader. */
export type EmailSource = {
  subject: string;
  preheader: string;
  blocks: readonly Block[];
  /** The text part; "" is made of the blocks. */
  text: string;
  /** Sanitised HTML, and its words. */
  signature?: { html: string; text: string } | undefined;
  /** Whose it is: with it, the mail ends in a way to get no more. */
  unsubscribe?: { company: string; list?: string | undefined } | undefined;
};

/** What is kept and filled for each reader: HTML and texts with the fields in them as the filler reads them. */
export const Content = z.object({
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  fields: z.array(z.string()),
  /** The defaults that fields have in their own braces, by their place. */
  defaults: z.array(z.string()),
  /** Files of the account, each shown as `cid:` with its place. */
  pictures: z.array(z.string()),
});
export type Content = z.infer<typeof Content>;

/** The id of a picture in the mail, without brackets. */
export function pictureId(place: number): string {
  return `picture${place}@mail`;
}

/** Compiles the blocks once, by MJML; nothing of it is done for each reader. */
export async function compileEmail(source: EmailSource): Promise<Content> {
  const code = mergeCode();
  const pictures = pictureFiles(source.blocks);
  const { default: mjml } = await import("mjml");
  const made = await mjml(document(source, code, pictures), { validationLevel: "strict", keepComments: true });
  const text = code.plain(source.text.trim() || plainText(source.blocks));
  const end = [
    source.signature?.text && `-- \n${code.plain(source.signature.text)}`,
    source.unsubscribe &&
      `${code.plain(source.unsubscribe.company)}\n${closed(unsubscribeWords(source.unsubscribe))}: {{ unsubscribe }}`,
  ].filter(Boolean);
  return {
    subject: code.plain(source.subject),
    html: made.html,
    text: [text, ...end].join("\n\n"),
    ...code.result(),
    pictures,
  };
}

function document(
  { preheader, subject, blocks, signature, unsubscribe }: EmailSource,
  code: MergeCode,
  pictures: string[],
) {
  return `<mjml><mj-head>
    <mj-title>${code.html(subject)}</mj-title>
    ${preheader.trim() ? `<mj-preview>${code.html(preheader)}</mj-preview>` : ""}
    <mj-attributes>
      <mj-all font-family="Arial, Helvetica, sans-serif" />
      <mj-text font-size="16px" line-height="24px" color="#1c211e" padding="8px 24px" />
      <mj-button background-color="#0f7a4f" color="#ffffff" border-radius="6px" font-size="16px" padding="12px 24px" align="left" />
      <mj-image padding="8px 24px" />
      <mj-divider border-width="1px" border-color="#d9ded9" padding="12px 24px" />
    </mj-attributes>
    <mj-raw><meta name="color-scheme" content="light dark" /><meta name="supported-color-schemes" content="light dark" /></mj-raw>
    <mj-style>
      p { margin: 0 0 12px; } p:last-child { margin-bottom: 0; } h1 { margin: 0; font-size: 24px; line-height: 30px; }
      @media (prefers-color-scheme: dark) {
        body, .page, .page > table, .page td { background-color: #16191a !important; }
        .words div, .words p, .words h1, .words b { color: #e8ecea !important; }
        .words a, .small a { color: #63cf9f !important; }
        .small div { color: #a3ada8 !important; }
      }
    </mj-style>
  </mj-head><mj-body background-color="#ffffff" css-class="page">
    ${blocks.map((block) => section(block, code, pictures)).join("\n")}
    ${signature?.html ? wrapped(`<mj-text css-class="words">${closedHtml(signature.html)}</mj-text>`) : ""}
    ${unsubscribe ? wrapped(footer(unsubscribe)) : ""}
  </mj-body></mjml>`;
}

/** A signature was made safe before; its braces are signs here like any others. */
function closedHtml(html: string): string {
  return html.replaceAll("{", "&#123;");
}

/** What the link does: with a list it leads to a choice between that list and the others. */
function unsubscribeWords({ list }: { list?: string | undefined }): string {
  return list ? `Unsubscribe from ${list}, or choose what you get` : "Unsubscribe";
}

function footer(unsubscribe: { company: string; list?: string | undefined }): string {
  return `<mj-divider /><mj-text css-class="small" font-size="13px" line-height="20px" color="#5b665f">${escapeHtml(unsubscribe.company)}<br /><a href="{{ unsubscribe }}">${escapeHtml(unsubscribeWords(unsubscribe))}</a></mj-text>`;
}

function wrapped(inside: string): string {
  return `<mj-section padding="0" css-class="page"><mj-column>${inside}</mj-column></mj-section>`;
}

function section(block: Block, code: MergeCode, pictures: readonly string[]): string {
  switch (block.kind) {
    case "heading":
      return wrapped(`<mj-text css-class="words"><h1>${code.html(block.text.trim())}</h1></mj-text>`);
    case "text":
      return wrapped(`<mj-text css-class="words">${paragraphs(block.text, code)}</mj-text>`);
    case "button":
      return wrapped(`<mj-button href="${code.link(block.link.trim())}">${code.html(block.label.trim())}</mj-button>`);
    case "divider":
      return wrapped("<mj-divider />");
    case "picture":
      return wrapped(
        `<mj-image src="cid:${pictureId(pictures.indexOf(block.file))}" alt="${code.html(block.alt.trim())}"${block.link.trim() ? ` href="${code.link(block.link.trim())}"` : ""} />`,
      );
    case "columns":
      return `<mj-section padding="0" css-class="page">${[block.left, block.right]
        .map((text) => `<mj-column><mj-text css-class="words">${paragraphs(text, code)}</mj-text></mj-column>`)
        .join("")}</mj-section>`;
  }
}

/** Paragraphs between empty lines, with their bold words and links. */
function paragraphs(text: string, code: MergeCode): string {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${inline(paragraph, code)}</p>`)
    .join("");
}

function inline(text: string, code: MergeCode): string {
  return parseInlines(text)
    .map(({ text: words, bold, link }) => {
      const said = code.html(words).replace(/\n/g, "<br />");
      if (link) return `<a href="${code.link(link)}">${said}</a>`;
      return bold ? `<b>${said}</b>` : said;
    })
    .join("");
}
