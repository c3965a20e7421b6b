import { type ServerType, serve } from "@hono/node-server";
import type { Hono } from "hono";
import type { GateEnv } from "./proxies";

/** Listens; the error of a port in use is thrown. Port 0 takes a free one. */
export function listen(
  app: Hono<GateEnv>,
  { PORT, HOST }: { PORT: number; HOST: string },
): Promise<{ server: ServerType; port: number }> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port: PORT, hostname: HOST }, ({ port }) => resolve({ server, port }));
    server.once("error", reject);
  });
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
