import { createRequire } from "node:module";
import type sanitizeHtml from "sanitize-html";

export type SanitiseOptions = {
  /** Load pictures from other servers (tells the sender that the mail was opened). Off unless the reader asks. */
  remoteImages?: boolean;
};

const block = ["p", "div", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "address", "center"];
const inline = ["a", "b", "strong", "i", "em", "u", "s", "strike", "del", "ins", "small", "sub", "sup", "code", "span"];
const lists = ["ul", "ol", "li", "dl", "dt", "dd"];
const tables = ["table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"];

// Their text is code or a fallback, never words of the letter: it goes with the tag.
const voided = [
  ...["script", "style", "textarea", "option", "noscript", "noembed", "noframes", "iframe", "object", "embed"],
  ...["applet", "svg", "math", "template", "title", "head", "xmp", "plaintext", "select", "audio", "video", "canvas"],
];

let library: typeof sanitizeHtml | undefined;

/** Loaded with the first letter: most of it reads styles, of which none is let through. */
function sanitize(html: string, options: sanitizeHtml.IOptions): string {
  library ??= createRequire(import.meta.url)("sanitize-html") as typeof sanitizeHtml;
  return library(html, options);
}

const width = /^\d{1,4}%?$/;

/**
 * Makes somebody else's HTML (mail, chat, rich text) safe to show. An allow-list: what is not named here goes. Links
 * only http, https, mailto and tel; no styles, scripts, frames, forms, SVG or MathML; pictures only data: (png, jpeg,
 * gif, webp) unless `remoteImages`. Show the result in a sandboxed iframe as well: two locks (security.md 1.7).
 */
export function sanitise(html: string, options: SanitiseOptions = {}): string {
  return sanitize(html, {
    allowedTags: [...block, ...inline, ...lists, ...tables, "img"],
    allowedAttributes: {
      a: ["href", "rel", "target", "title"],
      img: ["src", "alt", "width", "height"],
      td: ["colspan", "rowspan"],
      th: ["colspan", "rowspan", "scope"],
      ol: ["start"],
      "*": ["dir", "lang"],
    },
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowedSchemesByTag: { img: options.remoteImages ? ["http", "https", "data"] : ["data"] },
    allowedSchemesAppliedToAttributes: ["href", "src"],
    allowProtocolRelative: false,
    disallowedTagsMode: "discard",
    nonTextTags: voided,
    enforceHtmlBoundary: false,
    nestingLimit: 100,
    transformTags: {
      a: (tagName, { href, title }) => {
        const link = href === undefined ? undefined : safeLink(href);
        const kept = { ...(title === undefined ? {} : { title }), ...(link === undefined ? {} : { href: link }) };
        const manners = { rel: "noopener noreferrer nofollow", target: "_blank" };
        return { tagName, attribs: link === undefined ? kept : { ...kept, ...manners } };
      },
      img: (tagName, { src, alt, width: wide, height: high }) => ({
        tagName,
        attribs: {
          ...(src !== undefined && safePicture(src, options.remoteImages ?? false) ? { src } : {}),
          alt: alt ?? "",
          ...(wide !== undefined && width.test(wide) ? { width: wide } : {}),
          ...(high !== undefined && width.test(high) ? { height: high } : {}),
        },
      }),
    },
    exclusiveFilter: (frame) => frame.tag === "img" && frame.attribs.src === undefined && frame.attribs.alt === "",
  });
}

/** A whole address with one of our schemes, or nothing: a relative link in a letter would point at our own pages. */
function safeLink(href: string): string | undefined {
  // Browsers drop these characters before they read the scheme, so "java\tscript:" is a scheme to them.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is being removed
  const plain = href.replace(/[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060\ufeff]/g, (found) =>
    found === " " ? "%20" : "",
  );
  return /^(https?:\/\/[^/\\]|mailto:[^/]|tel:[+\d])/i.test(plain.replace(/^(%20)+/, ""))
    ? plain.replace(/^(%20)+|(%20)+$/g, "")
    : undefined;
}

function safePicture(src: string, remote: boolean): boolean {
  if (/^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]+$/i.test(src)) return true;
  return remote && /^https?:\/\/[^/\\]/i.test(src);
}
