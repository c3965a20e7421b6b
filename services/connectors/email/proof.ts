// Who wrote a mail, as the mailbox's own host judged it: RFC 8601 (Authentication-Results), RFC 7489 (DMARC).

/** A host that writes results under another name than its mailbox is opened at. */
const names: { readonly [organisation: string]: string } = {
  "gmail.com": "google.com",
  "googlemail.com": "google.com",
  "zoho.com": "zohomail.com",
  "fastmail.com": "messagingengine.com",
  "me.com": "icloud.com",
};
/** They write no name at all, and always write. */
const nameless = new Set(["office365.com", "outlook.com"]);

/**
 * Whether the mailbox's own host vouches for the address in From: the topmost results are its own, and say that DMARC
 * passed. What anybody else wrote of a mail, or further down, is the sender's own word.
 */
export function isProven(
  headers: ReadonlyMap<string, readonly string[]>,
  from: string,
  own: { host: string; address: string },
): boolean {
  const [topmost] = headers.get("authentication-results") ?? [];
  if (topmost === undefined || headers.get("from")?.length !== 1) return false;
  const [first = "", ...rest] = bare(topmost).split(";");
  const named = !first.includes("=");
  const name = first.trim().split(/\s+/)[0]?.toLowerCase() ?? "";
  if (named ? !isOwn(name, own) : !nameless.has(organisationOf(own.host))) return false;
  const said = (named ? rest : [first, ...rest]).filter((one) => /^\s*dmarc\s*(?:\/\s*\d+\s*)?=/i.test(one));
  const domain = from.split("@").at(-1) ?? "";
  return said.length > 0 && said.every((one) => passes(one, domain));
}

function passes(result: string, domain: string): boolean {
  const [, about = domain] = /\bheader\.from\s*=\s*([^\s;]+)/i.exec(result) ?? [];
  return /^\s*dmarc\s*(?:\/\s*\d+\s*)?=\s*pass\b/i.test(result) && about.toLowerCase().split("@").at(-1) === domain;
}

/** Without comments and quoted strings: what they say is the sender's. */
function bare(value: string): string {
  let [text, depth, quoted] = ["", 0, false];
  for (let at = 0; at < value.length; at++) {
    const sign = value[at] ?? "";
    if (sign === "\\") at++;
    else if (quoted) quoted = sign !== '"';
    else if (sign === '"' && depth === 0) quoted = true;
    else if (sign === "(") depth++;
    else if (sign === ")") depth = Math.max(0, depth - 1);
    else if (depth === 0) text += sign;
  }
  return text;
}

function isOwn(name: string, { host, address }: { host: string; address: string }): boolean {
  const domain = address.split("@").at(-1) ?? "";
  const organisation = organisationOf(host);
  const own = [host, domain, organisation, names[organisation] ?? ""].filter(Boolean);
  return own.some((one) => name === one || name.endsWith(`.${one}`));
}

/** mail.savanna.co.ke → savanna.co.ke; empty for an address in digits. */
function organisationOf(host: string): string {
  const labels = host.toLowerCase().split(".");
  if (labels.length < 2 || /^[\d.]+$|:/.test(host)) return "";
  const country =
    labels.at(-1)?.length === 2 && /^(co|com|org|net|ac|or|go|gov|ne|sc|me|edu)$/.test(labels.at(-2) ?? "");
  return labels.slice(country ? -3 : -2).join(".");
}
