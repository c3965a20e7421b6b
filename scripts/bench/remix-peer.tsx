import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import { serve } from "@hono/node-server";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { Outlet, RemixServer, useLoaderData } from "@remix-run/react";
import { createRequestHandler, type EntryContext, json, type ServerBuild } from "@remix-run/server-runtime";
import pg from "pg";
import { renderToPipeableStream } from "react-dom/server";

/**
 * The peer of our pages: Remix itself, drawn as its own template does it, with nothing around it. `/` is an empty
 * document; `/list?per_page=` is one query and a bare table of its rows. Nobody signs in, there is no menu, no style
 * and no script of ours: what a list page costs here before it does anything that a product needs.
 * @returns the port on 127.0.0.1
 */
export async function serveRemixPeer(databaseUrl: string, account: string, group: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 8 });
  const handle = createRequestHandler(buildOf(loaderOf(pool, account, group)), "production");
  const server = serve({ fetch: (request) => handle(request), port: 0, hostname: "127.0.0.1" });
  await new Promise((resolve) => server.once("listening", resolve));
  return (server.address() as AddressInfo).port;
}

/** One query of contacts, sent the way bare node sends it. */
export const listQuery =
  "select contact_id, msisdn, name, fields, added_at from messaging.group_contacts where customer_account = $1 and group_id = $2 order by added_at desc, contact_id desc limit $3";

type Contact = { contact_id: string; msisdn: string; name: string; fields: Record<string, string>; added_at: string };

function loaderOf(pool: pg.Pool, account: string, group: number) {
  return async ({ request }: { request: Request }) => {
    const limit = Number(new URL(request.url).searchParams.get("per_page") ?? 25);
    const client = await pool.connect();
    try {
      await client.query("select set_config('app.account', $1, false)", [account]);
      const { rows } = await client.query<Contact>(listQuery, [account, group, limit]);
      return json({ rows });
    } finally {
      client.release();
    }
  };
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

function Document() {
  return (
    <html lang="en">
      <head>
        <title>Peer</title>
      </head>
      <body>
        <Outlet />
      </body>
    </html>
  );
}

function List() {
  const { rows } = useLoaderData<{ rows: Contact[] }>();
  return (
    <table>
      <tbody>
        {rows.map((row) => (
          <tr key={row.contact_id}>
            <td>
              <a href={`/contact?id=${row.contact_id}`}>{row.name}</a>
            </td>
            <td>{row.msisdn}</td>
            <td>{row.fields.town}</td>
            <td>{row.fields.balance}</td>
            <td>Active</td>
            <td>
              <time dateTime={row.added_at}>{row.added_at}</time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const known = { hasLoader: false, hasAction: false, hasErrorBoundary: false, imports: [] };

function buildOf(loader: ReturnType<typeof loaderOf>): ServerBuild {
  const root = { id: "root", path: "" };
  const index = { id: "index", parentId: "root", index: true };
  const list = { id: "list", parentId: "root", path: "list" };
  return {
    entry: { module: { default: draw } },
    routes: {
      root: { ...root, module: { default: Document } },
      index: { ...index, module: { default: () => null } },
      list: { ...list, module: { default: List, loader } },
    },
    assets: {
      entry: { module: "/entry.js", imports: [] },
      routes: {
        root: { ...root, ...known, module: "/root.js" },
        index: { ...index, ...known, module: "/index.js" },
        list: { ...list, ...known, hasLoader: true, module: "/list.js" },
      },
      url: "/manifest.js",
      version: "1",
    },
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
}
