import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import { serve } from "@hono/node-server";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { createRequestHandler, type EntryContext, type ServerBuild } from "@remix-run/server-runtime";
import { renderToPipeableStream } from "react-dom/server";

/** The peer of our pages: Remix itself with one route that draws an empty document. */
export async function emptyRemix(): Promise<{ url: string; close(): Promise<void> }> {
  const handle = createRequestHandler(build, "production");
  const server = serve({ fetch: (request) => handle(request), port: 0, hostname: "127.0.0.1" });
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

function draw(request: Request, status: number, headers: Headers, context: EntryContext): Promise<Response> {
  return new Promise((resolve) => {
    const { pipe } = renderToPipeableStream(<RemixServer context={context} url={request.url} />, {
      onAllReady() {
        const body = new PassThrough();
        headers.set("content-type", "text/html");
        resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
        pipe(body);
      },
    });
  });
}

function Empty() {
  return (
    <html lang="en">
      <head>
        <title>Empty</title>
      </head>
      <body />
    </html>
  );
}

const route = {
  id: "root",
  path: "",
  hasLoader: false,
  hasAction: false,
  hasErrorBoundary: false,
  module: "/root.js",
  imports: [],
};

const build = {
  entry: { module: { default: draw } },
  routes: { root: { id: "root", path: "", module: { default: Empty } } },
  assets: { entry: { module: "/entry.js", imports: [] }, routes: { root: route }, url: "/manifest.js", version: "1" },
  publicPath: "/",
  assetsBuildDirectory: "",
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: false,
  },
  isSpaMode: false,
} as unknown as ServerBuild;
