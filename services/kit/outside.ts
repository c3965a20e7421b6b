import { lookup } from "node:dns/promises";
import type * as Undici from "undici";
import { addressBytes, isPublic, plainAddress } from "./address";

export type OutsideFault =
  | "address" // not http(s), or carries a user name, or is not a URL at all
  | "private" // a name or hop that leads to loopback, a private network or another closed address
  | "unknown" // the name does not resolve
  | "unreachable" // refused, reset, wrong certificate
  | "slow"
  | "large"
  | "redirects";

/** Why a request to the outside was refused or failed. The message names the host, never the path or the query. */
export class OutsideError extends Error {
  override name = "OutsideError";
  readonly fault: OutsideFault;
  constructor(fault: OutsideFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

export type OutsideInit = {
  method?: string;
  headers?: Record<string, string>;
  /** Text or bytes: a redirect must be able to send it again. */
  body?: string | Uint8Array<ArrayBuffer>;
  /** `follow` takes at most three hops, `manual` hands back the redirect itself. */
  redirect?: "follow" | "manual";
  signal?: AbortSignal;
};

/**
 * What a caller may bend. `allow` opens a closed address (the sandbox's own port, tests); `resolve` replaces DNS.
 * Keep one policy object and pass it each time: connections are kept per policy.
 */
export type OutsidePolicy = {
  allow?: (address: string, port: number) => boolean;
  resolve?: (host: string) => Promise<string[]>;
  /** Seconds for everything: name, connection, hops and the whole answer. 15. */
  seconds?: number;
  /** Bytes of the answer after decompression. 25 MB. */
  bytes?: number;
};

const standard: OutsidePolicy = {};
const agents = new WeakMap<OutsidePolicy, Undici.Agent>();
const hops = 3;
const connectMs = 5000;

/**
 * The only way out for an address that a user, a customer or another company gave us (security.md 1.4). The name is
 * resolved once, the binary address judged, and that very address connected; every redirect goes through the same.
 * Nothing ambient is sent: no cookies, no proxy, no stored credentials. Throws `OutsideError`; the answer's body
 * throws it too when it is too long or too slow.
 */
export async function fetchOutside(
  address: string | URL,
  init: OutsideInit = {},
  policy: OutsidePolicy = standard,
): Promise<Response> {
  // Before the clock runs: the first request of a process must not pay for it out of its own time.
  const undici = await import("undici");
  const deadline = AbortSignal.timeout((policy.seconds ?? 15) * 1000);
  const signal = init.signal ? AbortSignal.any([deadline, init.signal]) : deadline;
  let url = readAddress(address);
  let request = { method: init.method ?? "GET", headers: { ...init.headers }, body: init.body };
  for (let hop = 0; ; hop += 1) {
    const answer = await ask(undici, url, request, signal, policy).catch((error: unknown) => {
      throw typed(error, url, deadline);
    });
    const onward = [301, 302, 303, 307, 308].includes(answer.status) && answer.headers.get("location");
    if (!onward || init.redirect === "manual") return capped(answer, url, deadline, policy.bytes ?? 25_000_000);
    await answer.body?.cancel();
    if (hop === hops) throw new OutsideError("redirects", `${url.host} redirects more than ${hops} times.`);
    const to = readAddress(onward, url);
    request = redirected(request, answer.status, to.origin === url.origin);
    url = to;
  }
}

function readAddress(address: string | URL, base?: URL): URL {
  let url: URL;
  try {
    url = new URL(address, base);
  } catch {
    throw new OutsideError("address", "That is not a web address.");
  }
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new OutsideError("address", "Only http and https addresses can be fetched.");
  if (url.username !== "" || url.password !== "")
    throw new OutsideError("address", "An address with a user name or a password in it is not fetched.");
  return url;
}

type OutgoingRequest = { method: string; headers: Record<string, string>; body: OutsideInit["body"] };

/** Fetch standard, HTTP-redirect fetch: 303 and an old POST become GET; another origin never sees the credentials. */
function redirected({ method, headers, body }: OutgoingRequest, status: number, sameOrigin: boolean): OutgoingRequest {
  const reads = (status === 303 && method !== "HEAD") || ((status === 301 || status === 302) && method === "POST");
  const drop = [
    ...(reads ? ["content-type", "content-length"] : []),
    ...(sameOrigin ? [] : ["authorization", "cookie"]),
  ];
  const kept = Object.entries(headers).filter(([name]) => !drop.includes(name.toLowerCase()));
  return { method: reads ? "GET" : method, headers: Object.fromEntries(kept), body: reads ? undefined : body };
}

function ask(
  undici: typeof Undici,
  url: URL,
  { method, headers, body }: OutgoingRequest,
  signal: AbortSignal,
  policy: OutsidePolicy,
) {
  // A fragment and a Referer are no business of the other side.
  const init = { method, headers, signal, redirect: "manual", referrerPolicy: "no-referrer" } as const;
  const dispatcher = agentFor(undici, policy);
  return undici.fetch(url, { ...init, ...(body === undefined ? {} : { body }), dispatcher });
}

function agentFor({ Agent, buildConnector }: typeof Undici, policy: OutsidePolicy): Undici.Agent {
  const known = agents.get(policy);
  if (known) return known;
  const connect = buildConnector({ timeout: connectMs });
  const agent = new Agent({
    connections: 16,
    keepAliveTimeout: 4000,
    keepAliveMaxTimeout: 30_000,
    maxHeaderSize: 32_768,
    connect(options, callback) {
      pin(options.hostname, Number(options.port) || (options.protocol === "https:" ? 443 : 80), policy).then(
        // `host` stays the name, so the certificate is checked against it; only the dialled address is ours.
        (address) => connect({ ...options, hostname: address }, callback),
        (error: Error) => callback(error, null),
      );
    },
  });
  agents.set(policy, agent);
  return agent;
}

/**
 * The one address to dial, for whoever dials by another protocol too. One closed address among a name's answers
 * refuses the name: it is never a mistake. @throws OutsideError
 */
export async function pin(host: string, port: number, policy: OutsidePolicy): Promise<string> {
  const literal = addressBytes(host) ? [host.replace(/^\[|\]$/g, "")] : undefined;
  let found: string[];
  try {
    found = literal ?? (await inTime(host, (policy.resolve ?? resolve)(host)));
  } catch (cause) {
    if (cause instanceof OutsideError) throw cause;
    throw new OutsideError("unknown", `${host} does not exist.`, { cause });
  }
  for (const address of found) {
    const bytes = addressBytes(address);
    if (!bytes || !(isPublic(bytes) || policy.allow?.(plainAddress(address), port)))
      throw new OutsideError("private", `${host} is not a public address.`);
  }
  const [first] = found;
  if (first === undefined) throw new OutsideError("unknown", `${host} does not exist.`);
  return first;
}

/** A resolver that never answers must not hold one of the few connections to that host for ever. */
async function inTime<Value>(host: string, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OutsideError("slow", `${host} took too long to look up.`)), connectMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** IPv4 first: one address is dialled, and a server without IPv6 routes is commoner than one without IPv4. */
async function resolve(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true, order: "ipv4first" });
  return found.map((one) => one.address);
}

function typed(error: unknown, url: URL, deadline: AbortSignal): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof OutsideError) return cause;
  if (deadline.aborted) return new OutsideError("slow", `${url.host} took too long to answer.`, { cause: error });
  if (error instanceof Error && error.name === "AbortError") return error;
  return new OutsideError("unreachable", `${url.host} could not be reached.`, { cause: error });
}

/** The answer as a standard Response whose body counts its (decompressed) bytes and keeps the deadline. */
function capped(answer: Awaited<ReturnType<typeof ask>>, url: URL, deadline: AbortSignal, bytes: number): Response {
  const headers = new Headers([...answer.headers]);
  const decoded = headers.has("content-encoding");
  if (!decoded && Number(headers.get("content-length") ?? 0) > bytes) {
    answer.body?.cancel().catch(() => undefined);
    throw new OutsideError("large", `${url.host} sent more than ${Math.floor(bytes / 1_000_000)} MB.`);
  }
  if (decoded) {
    headers.delete("content-encoding");
    headers.delete("content-length");
  }
  const reader = answer.body?.getReader();
  if (!reader) return new Response(null, { status: answer.status, headers });
  let seen = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        seen += value.byteLength;
        if (seen > bytes) {
          reader.cancel().catch(() => undefined);
          throw new OutsideError("large", `${url.host} sent more than ${Math.floor(bytes / 1_000_000)} MB.`);
        }
        controller.enqueue(value);
      } catch (error) {
        controller.error(typed(error, url, deadline));
      }
    },
    cancel: () => reader.cancel(),
  });
  return new Response(body, { status: answer.status, headers });
}

/** Closes the connections kept for a policy (tests, and the end of the process). */
export async function closeOutside(policy: OutsidePolicy = standard): Promise<void> {
  const agent = agents.get(policy);
  agents.delete(policy);
  await agent?.destroy();
}
