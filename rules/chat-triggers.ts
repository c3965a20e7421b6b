/** On which pages a message is shown by itself. `url` is "" for any page. */
export type PageRule = { match: "any" | "contains" | "equals" | "wildcard"; url: string };

/** Longer ones are cut: nobody waits for an address. */
const most = 2_000;

/** Whether a page's whole address fits. Case and what follows `#` don't count; a last stroke does not either. */
export function fitsPage({ match, url }: PageRule, address: string): boolean {
  if (match === "any") return true;
  const page = plain(address);
  const wanted = plain(url);
  if (wanted === "") return false;
  if (match === "contains") return page.includes(wanted);
  // Written with a host it is held against the whole address, else against the path; the question only when written.
  const compared = partOf(page, wanted);
  return match === "equals" ? bare(compared) === bare(wanted) : fitsPattern(wanted, compared);
}

function plain(address: string): string {
  return (address.split("#")[0] ?? "").trim().toLowerCase().slice(0, most);
}

function bare(address: string): string {
  return address.length > 1 && address.endsWith("/") ? address.slice(0, -1) : address;
}

/** The part of an address that is held against what was written: from its host or its path, with its question or not. */
function partOf(page: string, wanted: string): string {
  const withoutScheme = wanted.includes("://") ? page : page.replace(/^[a-z][a-z0-9+.-]*:\/\//, "");
  const from = wanted.startsWith("/") ? withoutScheme.search(/[/?]|$/) : 0;
  const part = withoutScheme.slice(from) || "/";
  return wanted.includes("?") ? part : (part.split("?")[0] ?? "");
}

/** `*` stands for any run of characters, also none; everything else for itself. In the time of the lengths' product. */
export function fitsPattern(pattern: string, text: string): boolean {
  let p = 0;
  let t = 0;
  let star = -1;
  let mark = 0;
  while (t < text.length) {
    if (pattern[p] === "*") {
      star = p++;
      mark = t;
    } else if (pattern[p] === text[t]) {
      p++;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++mark;
    } else return false;
  }
  while (pattern[p] === "*") p++;
  return p === pattern.length;
}

/** The rule in words: "Pages whose address contains /cart". */
export function pageWords({ match, url }: PageRule): string {
  if (match === "any") return "Every page";
  if (match === "contains") return `Pages whose address contains ${url}`;
  return match === "equals" ? `The page ${url}` : `Pages like ${url}`;
}
