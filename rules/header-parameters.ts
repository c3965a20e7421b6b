/** A header's value and what it says of it. Of two parameters of one name the first counts; names are in lower case. */
export type HeaderValue = { value: string; parameters: ReadonlyMap<string, string> };

const parameter = /[ \t]*;[ \t]*([!#$%&'*+.^_`|~\w-]*)=(?:"((?:[^"\\]|\\.)*)"|([^ \t;"]+))/gsy;

/**
 * Reads `value; name=token; name="quoted"` (RFC 2045 section 5.1, RFC 2183 section 2); undefined when it is something
 * else. In quotes only `\"` and `\\` are taken as one character: browsers send the backslashes of a path as they are.
 */
export function parseHeaderValue(text: string): HeaderValue | undefined {
  const value = /^[ \t]*([^ \t;]+)/.exec(text);
  if (!value?.[1]) return undefined;
  const parameters = new Map<string, string>();
  let end = value[0].length;
  for (const [whole, name = "", quoted, plain = ""] of text.slice(end).matchAll(parameter)) {
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, quoted?.replace(/\\(["\\])/g, "$1") ?? plain);
    end += whole.length;
  }
  return /[^ \t;]/.test(text.slice(end)) ? undefined : { value: value[1], parameters };
}

/** The boundary of a multipart/form-data body, of which this is the type (RFC 2046 section 5.1.1). */
export function multipartBoundary(type: string): string | undefined {
  const found = parseHeaderValue(type);
  const boundary = found?.value.toLowerCase() === "multipart/form-data" ? found.parameters.get("boundary") : undefined;
  return boundary !== undefined && /^[ -~]{0,69}[!-~]$/.test(boundary) ? boundary : undefined;
}
