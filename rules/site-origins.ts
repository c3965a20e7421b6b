/** A place a web chat may be shown at: `shop.example`, `*.shop.example`, `https://shop.example:8443`. */
export type SitePattern = { scheme: "" | "http" | "https"; wildcard: boolean; host: string; port: string };

const written = /^(?:(https?):\/\/)?(\*\.)?([^/?#@\\\s*:]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?\/?$/i;

/**
 * Reads a pattern as people type it; letters become small and names of other alphabets their ASCII form (UTS 46).
 * Undefined for what is none: paths, user names, a star elsewhere than in front, a bare top-level domain behind a star.
 */
export function sitePattern(text: string): SitePattern | undefined {
  const [, scheme = "", star, name = "", port = ""] = written.exec(text.trim()) ?? [];
  if (name === "" || name.endsWith(".") || Number(port || 1) > 65_535 || port === "0") return undefined;
  const host = hostOf(name);
  if (host === undefined || (star && (!host.includes(".") || isAddress(host)))) return undefined;
  return { scheme: scheme.toLowerCase() as SitePattern["scheme"], wildcard: star !== undefined, host, port };
}

/** The pattern in its one spelling. */
export function patternText({ scheme, wildcard, host, port }: SitePattern): string {
  return `${scheme ? `${scheme}://` : ""}${wildcard ? "*." : ""}${host}${port ? `:${port}` : ""}`;
}

function hostOf(name: string): string | undefined {
  try {
    const { hostname, pathname, username } = new URL(`http://${name}`);
    const plain = /^(?:[a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/.test(hostname);
    return pathname === "/" && username === "" && plain ? hostname : undefined;
  } catch {
    return undefined;
  }
}

function isAddress(host: string): boolean {
  return host.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(host);
}

/**
 * May a page of this origin (as a browser sends it) show the chat? An empty list allows every http(s) origin. Without a
 * port a pattern means the scheme's own port; a star stands for one or more whole names, never for none.
 * @param nullToo the switch for pages that have no origin (files, sandboxed frames)
 */
export function originAllowed(origin: string, patterns: readonly string[], nullToo = false): boolean {
  if (origin === "null") return nullToo;
  const given = /^(https?):\/\/([^/?#@\\\s]+)$/i.exec(origin);
  if (!given) return false;
  let url: URL;
  try {
    url = new URL(origin);
  } catch {
    return false;
  }
  if (url.username !== "" || url.password !== "" || url.hostname.endsWith(".")) return false;
  if (patterns.length === 0) return true;
  return patterns.some((text) => {
    const pattern = sitePattern(text);
    if (!pattern) return false;
    if (pattern.scheme && url.protocol !== `${pattern.scheme}:`) return false;
    if (!samePort(url, pattern)) return false;
    return pattern.wildcard ? url.hostname.endsWith(`.${pattern.host}`) : url.hostname === pattern.host;
  });
}

function samePort(url: URL, { port }: SitePattern): boolean {
  const usual = url.protocol === "https:" ? "443" : "80";
  return (url.port || usual) === (port || usual);
}

/**
 * The value of CSP's frame-ancestors (CSP 3, 6.4.2). Undefined: no such directive at all, because only without one may
 * a page that has no origin be an ancestor.
 */
export function frameAncestors(patterns: readonly string[], nullToo = false): string | undefined {
  if (patterns.length === 0) return nullToo ? undefined : "http: https:";
  const sources = patterns.flatMap((text) => {
    const pattern = sitePattern(text);
    if (!pattern) return [];
    const schemes = pattern.scheme ? [pattern.scheme] : ["https", "http"];
    return schemes.map((scheme) => patternText({ ...pattern, scheme: scheme as "http" | "https" }));
  });
  return sources.length > 0 ? sources.join(" ") : "'none'";
}
