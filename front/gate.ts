import { randomBytes } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { type BodyLimits, bodyLimit, bodyWords, boundBody, outOfBounds, tooLarge } from "./bounds";
import { securityHeaders } from "./headers";
import { mayChange, parseOrigin } from "./origin";
import { type GateEnv, type Peer, proxies, readPeer } from "./proxies";
import { type RefusalPage, refuse, refusedRequest } from "./refusal";
import { pastBody } from "./unread";

export type GateOptions = {
  /** `https://jibu.example`: the one origin our pages are opened at. Unset: scheme and Host of each request. */
  publicOrigin?: string;
  /** Addresses and blocks of the proxies in front: only they may say X-Forwarded-… and X-Request-Id. */
  trustedProxies?: readonly string[];
  /** The only host names that are answered, without port; unset: any. A page elsewhere can't rebind its name to us. */
  hosts?: readonly string[];
  /** The host name of short links, where it is not one of ours: it answers these links and no page. */
  linkHost?: string;
  /** Adds HSTS. */
  production: boolean;
  bodies?: BodyLimits;
  /** Doors that judge the Origin of a change themselves: other sites' pages may call them, and no cookie counts there. */
  ownLimits?: readonly string[];
  /** More places the pages' scripts may talk to (wss://…). */
  connect?: readonly string[];
};

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * The front gate: the first thing every request meets, pages, `.data`, resource routes, services and webhooks alike
 * (security.md section 0). It names the request, decides whether it may come in, and dresses the answer.
 */
export function gate(options: GateOptions): MiddlewareHandler<GateEnv> {
  const known = proxies(options.trustedProxies ?? []);
  const limitFor = bodyLimit(options.bodies ?? {});
  const wordsFor = bodyWords(options.bodies ?? {});
  const dress = securityHeaders(options);
  const ours = options.publicOrigin === undefined ? undefined : new URL(options.publicOrigin).origin;
  return async (c, next) => {
    const peer = readPeer(c, known);
    const nonce = randomBytes(16).toString("base64url");
    const requestId = identify(c, peer);
    const asked = parseOrigin(peer.scheme, peer.host);
    const origin = ours ?? asked;
    c.set("requestId", requestId);
    c.set("nonce", nonce);
    c.set("address", peer.address);
    c.set("local", peer.local);
    c.set("origin", origin ?? "");
    const { path } = c.req;
    const turnAway = (refusal: RefusalPage) => refuse(refusal, refusedRequest(c));
    const limit = limitFor(path, c.req.raw.headers.get("content-type"));
    const said = wordsFor(path);
    const apart = options.ownLimits?.some((endpoint) => path.startsWith(`${endpoint}/`)) ?? false;
    const { refusal, exceeded } = isForeign(hostnameOf(asked), path, options)
      ? otherHost
      : judge(c, origin, { limit, said }, apart);
    if (refusal) c.res = turnAway(refusal);
    else {
      if (ours !== undefined && !safeMethods.has(c.req.method)) vouch(c, ours);
      await next();
      // The reader of the body saw an error and made something of it, most likely a 500: say what it really was.
      if (exceeded()) {
        c.res = undefined;
        c.res = turnAway(tooLarge(limit, said));
      }
    }
    const unread = c.env?.incoming && !safeMethods.has(c.req.method) && !(await pastBody(c.env.incoming, limit));
    const headers = writableHeaders(c);
    dress(headers, nonce, path);
    // The rest of the body is still on its way; without this it would be read as the next request.
    if (unread) headers.set("connection", "close");
    headers.set("x-request-id", requestId);
  };
}

const otherHost = {
  refusal: { status: 421, words: "This is not the address of this installation." } satisfies RefusalPage,
  exceeded: () => false,
};

function isForeign(host: string, path: string, { hosts, linkHost }: GateOptions): boolean {
  if (host === linkHost) return !/^\/l\/[^/]+$/.test(path);
  return hosts !== undefined && !hosts.includes(host);
}

function hostnameOf(origin: string | undefined): string {
  return origin === undefined ? "" : new URL(origin).hostname;
}

type RateBound = { limit: number; said: string | undefined };

function judge(c: Context<GateEnv>, origin: string | undefined, { limit, said }: RateBound, apart: boolean) {
  const never = () => false;
  const { method, url } = c.req;
  const bounds = outOfBounds(method, url, c.req.path);
  if (bounds) return { refusal: bounds, exceeded: never };
  if (origin === undefined)
    return { refusal: { status: 400, words: "The host name cannot be read." } satisfies RefusalPage, exceeded: never };
  if (safeMethods.has(method)) return { exceeded: never };
  if (apart) return boundBody(c, limit, said);
  const { headers } = c.req.raw;
  const allowed = mayChange(
    {
      origin: headers.get("origin"),
      site: headers.get("sec-fetch-site"),
      hasCookie: headers.has("cookie"),
      hasBearer: /^bearer\s+\S/i.test(headers.get("authorization") ?? ""),
      isService: c.req.path.startsWith("/api/"),
    },
    origin,
  );
  if (!allowed) {
    const words = "This request came from another site, so nothing was changed.";
    return { refusal: { status: 403, words } satisfies RefusalPage, exceeded: never };
  }
  return boundBody(c, limit, said);
}

/** A proxy's own id is kept, so that its log and ours meet; anybody else's would let them write in our log. */
function identify(c: Context<GateEnv>, peer: Peer): string {
  const said = c.req.raw.headers.get("x-request-id");
  if (said !== null && peer.trusted && /^[A-Za-z0-9-]{8,64}$/.test(said)) return said;
  return randomBytes(16).toString("hex");
}

/** Remix compares Origin with X-Forwarded-Host or Host on its own: behind a proxy that rewrites Host it needs ours. */
function vouch(c: Context<GateEnv>, ours: string): void {
  c.req.raw.headers.set("x-forwarded-host", new URL(ours).host);
}

/** The answer's headers; a redirect or a passed-on answer is copied first, because its own cannot be changed. */
function writableHeaders(c: Context<GateEnv>): Headers {
  try {
    c.res.headers.delete("x-powered-by");
  } catch {
    const copy = new Response(c.res.body, c.res);
    c.res = undefined;
    c.res = copy;
  }
  return c.res.headers;
}
