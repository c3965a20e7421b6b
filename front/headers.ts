import { asMatched } from "./bounds";

export type HeaderOptions = {
  production: boolean;
  /** More places scripts may talk to: the softphone's wss://…, the document store. */
  connect?: readonly string[];
};

/** The headers every answer leaves with. What a handler set itself (a file's own CSP, an asset's caching) stays. */
export function securityHeaders(options: HeaderOptions): (headers: Headers, nonce: string, path: string) => void {
  const page = [
    "default-src 'self'",
    "script-src 'self' 'nonce-NONCE'",
    // Charts and positioned elements carry style attributes from the server; style elements stay forbidden.
    "style-src 'self' 'nonce-NONCE'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    `connect-src ${["'self'", ...(options.connect ?? [])].join(" ")}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-src 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
  // Anything that is not a page must not become one: an SVG or a JSON answer opened directly runs nothing.
  const rest =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  const always: readonly [string, string][] = [
    ["x-content-type-options", "nosniff"],
    ["referrer-policy", "strict-origin-when-cross-origin"],
    // Nothing here is for a search engine (public/robots.txt).
    ["x-robots-tag", "noindex, nofollow"],
    ["cross-origin-opener-policy", "same-origin"],
    [
      "permissions-policy",
      "microphone=(self), camera=(), geolocation=(), payment=(), usb=(), display-capture=(), browsing-topics=()",
    ],
    ...(options.production ? [["strict-transport-security", "max-age=31536000"] as [string, string]] : []),
  ];
  const ofParts = always.filter(([name]) => /^(x-content-type-options|strict-transport-security)$/.test(name));
  ofParts.push(["cross-origin-resource-policy", "same-origin"]);
  // The encoder of recordings is WebAssembly, which a page may not compile: this thread alone may, and reads its own file.
  const encoder = `${rest}; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'`;
  return (headers, nonce, path) => {
    // A page has twenty of them, and a line of the policies costs a slow phone as much as the small ones among them.
    if (isPart(path, headers)) {
      for (const [name, value] of ofParts) headers.set(name, value);
      return;
    }
    for (const [name, value] of always) headers.set(name, value);
    // Its token opens an account, a response or a subscription: no other site is told of it. With `no-referrer` browsers would send the page's own form
    // without saying where it comes from (Fetch standard, "append a request Origin header"), and it would be refused.
    if (
      /^\/(auth\/password|login\/link|respond|unsubscribe|l|calendar|salesfeed|quote|mail\/click)\//.test(
        asMatched(path),
      )
    )
      headers.set("referrer-policy", "same-origin");
    if (!headers.has("content-security-policy")) {
      const isPage = headers.get("content-type")?.startsWith("text/html") ?? false;
      const other = /^\/assets\/encoder\.worker-[\w-]+\.js$/.test(path) ? encoder : rest;
      headers.set("content-security-policy", isPage ? page.replaceAll("NONCE", nonce) : other);
    }
    if (!headers.has("cross-origin-resource-policy")) headers.set("cross-origin-resource-policy", "same-origin");
    // One person's page must not come out of another's cache, nor out of Back after signing out.
    if (!headers.has("cache-control")) headers.set("cache-control", "private, no-store");
  };
}

/**
 * A script, a style sheet or a font of the build: no document, so that what documents and threads may do has no meaning
 * for it. A script that begins a thread is not among them.
 */
function isPart(path: string, headers: Headers): boolean {
  if (!path.startsWith("/assets/") || path.includes("worker")) return false;
  return /^(text\/(javascript|css)|font\/woff2)\b/.test(headers.get("content-type") ?? "");
}
