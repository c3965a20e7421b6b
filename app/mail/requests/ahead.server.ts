/** Whether a program asks before a person does: with HEAD, or by the header of a browser that loads ahead. */
export function isAhead({ method, headers }: Request): boolean {
  const purpose = `${headers.get("sec-purpose") ?? ""} ${headers.get("purpose") ?? ""} ${headers.get("x-moz") ?? ""}`;
  return method === "HEAD" || /prefetch|preview|prerender/i.test(purpose);
}
