import { request as httpRequest, type Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { type GateOptions, gate } from "../../front/gate";
import type { GateEnv } from "../../front/proxies";

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

/** An app behind the gate with a page, a `.data` and a resource route that all count their visitors. */
export function gatedApp(options: Partial<GateOptions> = {}): { app: Hono<GateEnv>; visits: () => number } {
  let visits = 0;
  const app = new Hono<GateEnv>();
  app.use(gate({ production: false, ...options }));
  app.onError((_, c) => c.text("Something went wrong.", 500));
  app.all("/nonce", (c) => c.html(`<script nonce="${c.get("nonce")}"></script>`));
  app.all("/who", (c) =>
    c.json({
      address: c.get("address"),
      origin: c.get("origin"),
      local: c.get("local"),
      requestId: c.get("requestId"),
      seen: Object.fromEntries(c.req.raw.headers),
    }),
  );
  app.all("*", async (c) => {
    visits += 1;
    const body = await c.req.raw.text();
    return c.html(`<p>${body.length}</p>`);
  });
  return { app, visits: () => visits };
}

/** Listens on a free port of 127.0.0.1. */
export async function open(app: Hono<GateEnv>): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** One request exactly as written: no fetch that tidies paths and forbids headers. */
export function send(
  port: number,
  path: string,
  options: {
    method?: string;
    headers?: Record<string, string>;
    body?: string | Buffer;
    chunked?: boolean;
    /** Only so many bytes of the body go off. */
    sent?: number;
  } = {},
): Promise<Answer> {
  const { method = "GET", headers = {}, body, chunked, sent } = options;
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: "127.0.0.1", port, path, method, headers, agent: false }, (response) => {
      // An answer that came first is heard out; the rest of the body stays where it is.
      if (sent !== undefined) response.once("end", () => request.destroy());
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    request.on("error", reject);
    if (body === undefined) return request.end();
    if (!chunked) request.setHeader("content-length", Buffer.byteLength(body));
    if (sent !== undefined) return void request.write(body.slice(0, sent));
    if (chunked) request.write(body);
    request.end(chunked ? undefined : body);
  });
}
