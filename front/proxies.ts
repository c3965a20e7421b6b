import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { addressBytes, type Block, block, inBlock, isLoopback, plainAddress } from "../services/kit/address";

/** What the gate learns about a request; every later middleware and the pages' load context may read it. */
export type GateEnv = {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** For `<script nonce>` in this one answer. */
    nonce: string;
    /** The visitor's own address: the peer's, or what a configured proxy says. "unknown" without a connection. */
    address: string;
    /** `https://jibu.example`: what a browser on our own pages puts in Origin. */
    origin: string;
    /** From this very machine, and not handed on by any proxy. */
    local: boolean;
  };
};

export type Proxies = { isTrusted(address: string): boolean };

/** `trusted`: addresses and blocks (10.0.0.0/8). Throws on a wrong one. */
export function proxies(trusted: readonly string[]): Proxies {
  const blocks: Block[] = trusted.map(block);
  return {
    isTrusted(address) {
      const bytes = addressBytes(plainAddress(address));
      return bytes !== undefined && blocks.some((one) => inBlock(bytes, one));
    },
  };
}

export type Peer = { address: string; trusted: boolean; local: boolean; host: string; scheme: "http" | "https" };

const alsoForwarded = new Set([
  "forwarded",
  "x-real-ip",
  "x-client-ip",
  "x-cluster-client-ip",
  "true-client-ip",
  "cf-connecting-ip",
  "x-original-url",
  "x-original-host",
  "x-rewrite-url",
  "x-http-method-override",
]);

function isForwarding(name: string): boolean {
  return name.startsWith("x-forwarded-") || alsoForwarded.has(name);
}

/**
 * Who is at the other end. Headers that only a proxy may set count when the peer is a configured proxy; from anybody
 * else they are taken off the request, so that nothing behind the gate can believe them.
 */
export function readPeer(c: Context<GateEnv>, known: Proxies): Peer {
  return peerOf({ incoming: c.env?.incoming, headers: c.req.raw.headers, url: c.req.url }, known);
}

/** The same of a request that no middleware sees: an upgrade to a socket. */
export function peerOfUpgrade(incoming: IncomingMessage, headers: Headers, known: Proxies): Peer {
  const encrypted = "encrypted" in incoming.socket;
  return peerOf(
    { incoming, headers, url: `${encrypted ? "https" : "http"}://${headers.get("host") ?? "unknown"}/` },
    known,
  );
}

type Arrived = { incoming: IncomingMessage | HttpBindings["incoming"] | undefined; headers: Headers; url: string };

function peerOf({ incoming, headers, url }: Arrived, known: Proxies): Peer {
  const peer = plainAddress(incoming?.socket.remoteAddress ?? "unknown");
  const trusted = known.isTrusted(peer);
  const said = incoming ? Object.keys(incoming.headers) : [...headers.keys()];
  const forwarding = said.filter(isForwarding);
  const encrypted = url.startsWith("https:");
  const found: Peer = {
    address: peer,
    trusted,
    local: isLoopback(peer) && forwarding.length === 0,
    host: headers.get("host") ?? new URL(url).host,
    scheme: encrypted ? "https" : "http",
  };
  if (trusted) {
    found.address = visitor(peer, headers.get("x-forwarded-for"), known);
    const scheme = last(headers.get("x-forwarded-proto"));
    if (scheme === "https" || scheme === "http") found.scheme = scheme;
    found.host = last(headers.get("x-forwarded-host")) ?? found.host;
    return found;
  }
  for (const name of forwarding) {
    headers.delete(name);
    if (incoming) delete incoming.headers[name];
  }
  return found;
}

/** The last value is the nearest proxy's own; the ones before it came from outside. */
function last(header: string | null): string | undefined {
  const value = header?.split(",").at(-1)?.trim();
  return value === "" ? undefined : value;
}

/** From the right, past our own proxies, to the first address that is not one of them. */
function visitor(peer: string, forwardedFor: string | null, known: Proxies): string {
  let nearest = peer;
  for (const hop of (forwardedFor ?? "").split(",").reverse()) {
    const address = plainAddress(
      hop
        .trim()
        .replace(/^\[(.*)\](:\d+)?$/, "$1")
        .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1"),
    );
    if (!addressBytes(address)) break;
    nearest = address;
    if (!known.isTrusted(address)) break;
  }
  return nearest;
}
