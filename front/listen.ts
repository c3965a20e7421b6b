import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { type ServerType, serve } from "@hono/node-server";
import type { Hono } from "hono";
import type { GateEnv } from "./proxies";

/** In milliseconds, and bytes a second: how slow a client may be. A body may take longer the more of it has come. */
export type Patience = { headers: number; body: number; slowest: number; look: number };
const standard: Patience = { headers: 15_000, body: 60_000, slowest: 4_000, look: 5_000 };
const maxConnections = 10_000;
/**
 * Milliseconds that a quiet connection stays open: longer than proxies keep theirs (nginx and most balancers 60 s). Who
 * closes first must not be the one that answers: a request that is on its way at that moment is lost (RFC 9112, 9.5).
 */
const keepsQuiet = 75_000;

/** Listens; the error of a port in use is thrown. Port 0 takes a free one. */
export function listen(
  app: Pick<Hono<GateEnv>, "fetch">,
  { PORT, HOST }: { PORT: number; HOST: string },
  timeoutMs = standard,
): Promise<{ server: ServerType; port: number }> {
  return new Promise((resolve, reject) => {
    const serverOptions = {
      headersTimeout: timeoutMs.headers,
      keepAliveTimeout: keepsQuiet,
      // One time for all bodies would cut a long upload; the rate of each is watched instead.
      requestTimeout: 0,
      connectionsCheckingInterval: timeoutMs.look,
    };
    const server = serve({ fetch: app.fetch, port: PORT, hostname: HOST, serverOptions }, ({ port }) =>
      resolve({ server, port }),
    );
    server.once("error", reject);
    if (!("maxRequestsPerSocket" in server)) return;
    server.maxConnections = maxConnections;
    // Where there is no room, the quiet ones make it.
    server.on("drop", () => server.closeIdleConnections());
    watchBodies(server, timeoutMs);
  });
}

/** Closes the connection of whoever sends a body more slowly than anybody's line is. */
function watchBodies(server: Server, { body, slowest, look }: Patience): void {
  const coming = new Map<IncomingMessage, { answer: ServerResponse; at: number; before: number }>();
  server.on("request", (request: IncomingMessage, answer: ServerResponse) => {
    const { headers, socket } = request;
    if (headers["transfer-encoding"] === undefined && !Number(headers["content-length"])) return;
    coming.set(request, { answer, at: performance.now(), before: socket.bytesRead });
  });
  const looking = setInterval(() => {
    for (const [request, { answer, at, before }] of coming) {
      const { socket } = request;
      const time = body + ((socket.bytesRead - before) / slowest) * 1_000;
      if (!request.complete && !socket.destroyed) {
        if (performance.now() - at < time) continue;
        if (!answer.headersSent) socket.write("HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n");
        socket.destroySoon();
      }
      coming.delete(request);
    }
  }, look).unref();
  server.once("close", () => clearInterval(looking));
}

/** Lets answers under way finish for two seconds, then cuts them. */
export function close(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    if ("closeIdleConnections" in server) server.closeIdleConnections();
    setTimeout(() => "closeAllConnections" in server && server.closeAllConnections(), 2_000).unref();
  });
}

/** A host as it stands in an address that people can open. */
export function shownHost(host: string): string {
  return host.includes(":") ? `[${host}]` : host === "0.0.0.0" ? "localhost" : host;
}
