/** Where a short link leads first: outside the frame, for whoever has the link. */
const place = "/l/";
/** Letters and digits that name the link, and those that name the recipient. */
export const linkSigns = 6;
export const recipientSigns = 7;
/** Most different links of a message that become short. */
export const maxLinks = 10;

/** In place of a recipient: leads to the same page and counts nobody. */
export const nobody = "0".repeat(recipientSigns);

/** The link as it stands in a text before it is sent; each recipient's own is exactly as long. */
export function linkBefore(base: string, code: string): string {
  return `${base}${place}${code}${nobody}`;
}

/** What a text's links look like before there is a message: as long as the real ones. */
export function sampleLink(base: string): string {
  return linkBefore(base, "x".repeat(linkSigns));
}

/**
 * The links of a text that can become short: whole http and https addresses, each once. Not those with a merge field,
 * which differ from recipient to recipient, and not those that are short already.
 */
export function linksIn(text: string, base: string): string[] {
  const found = new Set<string>();
  for (const [written] of text.matchAll(/https?:\/\/[^\s<>"]+/giu)) {
    const link = withoutEnd(written);
    if (canLead(link) && !link.startsWith(`${base}${place}`)) found.add(link);
  }
  return [...found].slice(0, maxLinks);
}

/** The text with its links in their short form. */
export function withShortLinks(text: string, base: string, short: (target: string) => string): string {
  const links = new Set(linksIn(text, base));
  if (links.size === 0) return text;
  return text.replace(/https?:\/\/[^\s<>"]+/giu, (written) => {
    const link = withoutEnd(written);
    return links.has(link) ? `${short(link)}${written.slice(link.length)}` : written;
  });
}

/** The text with each short link as what it was made of. */
export function withTargets(text: string, links: readonly { link: string; target: string }[]): string {
  return links.reduce((whole, { link, target }) => whole.replaceAll(link, target), text);
}

/** A mark that ends the sentence is not of the link, nor is a bracket that was opened before it. */
function withoutEnd(written: string): string {
  const link = written.replace(/[.,;:!?'’”…]+$/u, "");
  return link.endsWith(")") && !link.includes("(") ? withoutEnd(link.slice(0, -1)) : link;
}

/** Only to a web page under a name, without a user name: nothing else is ever stored as a target. */
export function canLead(target: string): boolean {
  if (/[{}\p{Cc}]/u.test(target) || !URL.canParse(target)) return false;
  const { protocol, hostname, username, password } = new URL(target);
  return (protocol === "https:" || protocol === "http:") && hostname.includes(".") && username + password === "";
}

const programs =
  /bot\b|bot\/|crawl|spider|preview|facebookexternalhit|facebot|whatsapp\/|telegram|slack|skypeuri|snapchat|embedly|googleimageproxy|google-(?:read|safety|pagerenderer)|curl\/|wget\/|python|go-http|okhttp|java\/|headless|scan|proofpoint|mimecast|barracuda/i;

/**
 * Whether a program opened a link and no person: one that shows a preview, checks links, or loads ahead. What doesn't
 * say so can't be told from a person.
 */
export function isLinkProgram(method: string, headers: Pick<Headers, "get">): boolean {
  if (method === "HEAD") return true;
  const ahead = `${headers.get("sec-purpose") ?? ""} ${headers.get("purpose") ?? ""} ${headers.get("x-moz") ?? ""}`;
  if (/prefetch|preview/i.test(ahead)) return true;
  const agent = headers.get("user-agent") ?? "";
  return agent === "" || programs.test(agent);
}
