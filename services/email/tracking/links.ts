import { z } from "zod";
import { isTrackable } from "../../../rules/email-tracking";
import type { Content } from "../templates/compile";
import { filler } from "../templates/fill";
import { unescapeHtml } from "../templates/merge-code";

/** A link as it is in the content, before it is filled; `escaped`: it comes from HTML. */
export const EmailLink = z.object({ template: z.string(), escaped: z.boolean() });
export type EmailLink = z.infer<typeof EmailLink>;

const anchor = /(<a\b[^>]*?\bhref=")(https?:\/\/[^"]*)(?=")/gi;
/** Merge fields and braces are in a text as the filler reads them. A link ends where its reader sees it end. */
const written = /https?:\/\/[^\s/{}<>"?#]+(?:[/?#](?:\{\{ '\{' \}\}|\{\{[^{}]*\}\}|[^\s<>"{}])*)?(?![^\s<>"])/gi;

/** Where a link in a text ends: a full stop or a bracket behind it is not part of it. */
function linkEnd(link: string): number {
  let end = link.length;
  for (;;) {
    const inside = link.slice(0, end);
    const open = inside.split("(").length < inside.split(")").length;
    if (/[.,;:!?']$/.test(inside) || (open && inside.endsWith(")"))) end -= 1;
    else return end;
  }
}

type Replace = (link: EmailLink) => string;

function replaceInHtml(html: string, replace: Replace): string {
  return html.replace(anchor, (_, before: string, template: string) => before + replace({ template, escaped: true }));
}

function replaceInText(text: string, replace: Replace): string {
  return text.replace(written, (found) => {
    const end = linkEnd(found);
    return replace({ template: found.slice(0, end), escaped: false }) + found.slice(end);
  });
}

/** The links of a mail that are counted, each once. What is sent and what a click finds are numbered by this list. */
export function emailLinks({ html, text }: Pick<Content, "html" | "text">): EmailLink[] {
  const found = new Map<string, EmailLink>();
  const keep = (link: EmailLink) => {
    if (isTrackable(link.template)) found.set(`${link.escaped} ${link.template}`, link);
    return link.template;
  };
  replaceInHtml(html, keep);
  replaceInText(text, keep);
  return [...found.values()];
}

/** The content with its links through us, and the picture that tells of an open; both are filled for each reader. */
export function trackedContent<C extends Pick<Content, "html" | "text">>(content: C, links: readonly EmailLink[]): C {
  const through: Replace = ({ template, escaped }) => {
    const at = links.findIndex((link) => link.template === template && link.escaped === escaped);
    return at < 0 ? template : `{{ clicks }}/${at}`;
  };
  const html = replaceInHtml(content.html, through);
  const picture = `<img src="{{ opens }}" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0" />`;
  const end = html.lastIndexOf("</body>");
  return {
    ...content,
    html: end < 0 ? html + picture : html.slice(0, end) + picture + html.slice(end),
    text: replaceInText(content.text, through),
  };
}

/** A link as its writer knows it, with `{{field}}` where a reader's value stands. */
export function linkWords({ template, escaped }: EmailLink): string {
  const written = escaped ? unescapeHtml(template) : template;
  return written.replace(/\{\{ '\{' \}\}/g, "{").replace(/\{\{ f\.(\w+) [^{}]*\}\}/g, "{{$1}}");
}

type LinkValues = { defaults: string[]; missing: Record<string, string>; fields: Record<string, string> };

/** Where a link leads for one reader; undefined when that is no address of the web. */
export function linkTarget(
  { template, escaped }: EmailLink,
  { defaults, missing, fields }: LinkValues,
): string | undefined {
  const { text } = filler({ subject: "", html: "", text: template, defaults }, missing)(fields, "");
  const target = escaped ? unescapeHtml(text) : text;
  if (!URL.canParse(target)) return undefined;
  const { protocol, href } = new URL(target);
  return protocol === "https:" || protocol === "http:" ? href : undefined;
}
