/**
 * The headers of a page of a survey. It has no script but its own file, and only the sites that the survey names may show it in a frame;
 * without one, none may. A browser that keeps pages to themselves (`Cross-Origin-Embedder-Policy`) asks for the second.
 */
export function pageHeaders(frameOrigins: readonly string[]): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameOrigins.length > 0 ? frameOrigins.join(" ") : "'none'"}`,
  ].join("; ");
  return {
    "content-security-policy": policy,
    ...(frameOrigins.length > 0 ? { "cross-origin-resource-policy": "cross-origin" } : {}),
  };
}
