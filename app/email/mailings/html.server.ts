/** The HTML of an e-mail as a page of its own: it runs nothing, and loads nothing but the pictures in it. */
export function htmlAnswer(html: string, url: URL): Response {
  const dark = url.searchParams.get("look") === "dark";
  // What a mail program in dark mode does: the rules for it count.
  const shown = html.replace(/@media \(prefers-color-scheme: dark\)/g, dark ? "@media all" : "@media not all");
  return new Response(shown, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
      "x-content-type-options": "nosniff",
    },
  });
}
