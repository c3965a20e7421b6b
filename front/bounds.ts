import type { Context } from "hono";
import type { GateEnv } from "./proxies";
import type { RefusalPage } from "./refusal";

export const allowedMethods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
const methods = new Set(allowedMethods.split(", "));
const longestUrl = 8192;
/** Our deepest page has far fewer. */
const maxSegments = 20;

/** Limits that need nothing but the request line. Undefined when the request may go on. */
export function outOfBounds(method: string, url: string, path: string): RefusalPage | undefined {
  // Remix walks its routes once for every prefix of an address, when it is asked for and when a page is drawn.
  if (path.split("/").length - 1 > maxSegments) return { status: 404, words: "There is no such page." };
  if (!methods.has(method))
    return { status: 405, words: "This address does not know that method.", headers: { allow: allowedMethods } };
  if (url.length > longestUrl) return { status: 414, words: "This address is too long." };
  // NUL is in no name and no database text; a path that begins with two slashes reads as another host in a redirect.
  if (/%00/.test(url) || path.startsWith("//") || /\\|%5c/i.test(path) || !isDecodable(path))
    return { status: 400, words: "This address cannot be read." };
  const query = url.indexOf("?");
  // Remix' older way to ask for one loader's data: no page of ours uses it.
  if (query !== -1 && new URLSearchParams(url.slice(query)).has("_data"))
    return { status: 400, words: "Open the page itself: its data cannot be requested by this name." };
  return path.includes("__manifest") || path.includes("%") ? manifestOutOfBounds(url, path) : undefined;
}

function isDecodable(path: string): boolean {
  if (!path.includes("%")) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Prefixes of all addresses that a page may ask for at once: 64 of the deepest, or some 400 like those of a menu. The
 * menu of an owner with every product has more than 64.
 */
const maxManifestPrefixes = 64 * (maxSegments + 1);

/**
 * Remix walks its route tree once for every prefix of every `p`: one long request held the process for seconds
 * (CVE-2026-42342, CVE-2026-55685). So what is bounded is the number of prefixes, of one and of all.
 */
function manifestOutOfBounds(url: string, path: string): RefusalPage | undefined {
  if (!decodeURIComponent(path).startsWith("/__manifest")) return undefined;
  const query = url.indexOf("?");
  if (query === -1) return undefined;
  const asked = new URLSearchParams(url.slice(query)).getAll("p");
  const segments = asked.map((p) => p.split("/").filter(Boolean).length);
  const prefixes = segments.reduce((sum, count) => sum + count + 1, 0);
  const wild =
    prefixes > maxManifestPrefixes || asked.some((p) => p.length > 512) || Math.max(0, ...segments) > maxSegments;
  return wild ? { status: 400, words: "Too many pages were asked for at once." } : undefined;
}

export type BodyLimits = {
  /** Bytes for every address not named below. 1 MB. */
  standard?: number;
  /** Path prefix -> bytes; the longest prefix wins. */
  byPrefix?: Readonly<Record<string, number>>;
  /** Whole path -> what to say of a body that is too large there, where its bytes are not what people count. */
  said?: Readonly<Record<string, string>>;
  /** Whole path -> bytes, `*` being any one segment: for forms with files only. Anything else there is as elsewhere. */
  forms?: Readonly<Record<string, number>>;
};

/** How many bytes a body of this type to this path may have. */
export function bodyLimit(limits: BodyLimits): (path: string, type: string | null) => number {
  const forms = Object.entries(limits.forms ?? {}).map(
    ([pattern, bytes]) => [new RegExp(`^${pattern.replaceAll("*", "[^/]+")}/?$`), bytes] as const,
  );
  const prefixes = Object.entries(limits.byPrefix ?? {}).sort(([a], [b]) => b.length - a.length);
  const standard = limits.standard ?? 1_000_000;
  return (path, type) => {
    const plain = asMatched(path);
    const isForm = type?.trim().toLowerCase().startsWith("multipart/form-data") ?? false;
    const form = isForm ? forms.find(([pattern]) => pattern.test(plain)) : undefined;
    if (form) return form[1];
    return (
      prefixes.find(
        ([prefix]) => plain === prefix || plain.startsWith(prefix.endsWith("/") ? prefix : `${prefix}/`),
      )?.[1] ?? standard
    );
  };
}

/** What to say of a body that is too large for this path, where it has words of its own. */
export function bodyWords({ said = {} }: BodyLimits): (path: string) => string | undefined {
  return (path) => said[Object.keys(said).find((prefix) => asMatched(path) === prefix) ?? ""];
}

/** The path as the router compares it: decoded, without case, the `.data` and slashes at its end. */
export function asMatched(path: string): string {
  const lower = (isDecodable(path) ? decodeURIComponent(path) : path).toLowerCase();
  return (lower.endsWith(".data") ? lower.slice(0, -5) : lower).replace(/\/+$/, "");
}

export function tooLarge(limit: number, said?: string): RefusalPage {
  if (said !== undefined) return { status: 413, words: said };
  const size = limit >= 1_000_000 ? `${Math.floor(limit / 1_000_000)} MB` : `${Math.floor(limit / 1000)} kB`;
  return { status: 413, words: `That is too large: at most ${size} can be sent here.` };
}

/**
 * Checks the announced length, and counts the bytes of a body that announces none. `exceeded()` tells afterwards
 * whether the count ran over: whoever was reading then got an error, whatever they made of it.
 */
export function boundBody(
  c: Context<GateEnv>,
  limit: number,
  said: string | undefined,
): { refusal?: RefusalPage; exceeded: () => boolean } {
  const never = () => false;
  const announced = c.req.raw.headers.get("content-length");
  if (announced !== null) {
    // Node's parser holds a body to its announced length, so nothing is left to count.
    if (!/^\d{1,15}$/.test(announced))
      return { refusal: { status: 400, words: "The length is not a number." }, exceeded: never };
    return Number(announced) > limit ? { refusal: tooLarge(limit, said), exceeded: never } : { exceeded: never };
  }
  // Over HTTP/1.1 a body without a length must be chunked; asking `body` of a request without one would cost a copy.
  if (c.env?.incoming && c.req.raw.headers.get("transfer-encoding") === null) return { exceeded: never };
  const { body } = c.req.raw;
  if (!body) return { exceeded: never };
  let seen = 0;
  const counted = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        seen += chunk.byteLength;
        if (seen > limit) controller.error(new BodyTooLarge(limit));
        else controller.enqueue(chunk);
      },
    }),
  );
  c.req.raw = new Request(c.req.raw, { body: counted, duplex: "half" } as RequestInit);
  return { exceeded: () => seen > limit };
}

/** What a reader of the body gets when it runs over. */
export class BodyTooLarge extends Error {
  override name = "BodyTooLarge";
  constructor(limit: number) {
    super(`The body is longer than ${limit} bytes.`);
  }
}
