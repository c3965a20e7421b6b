import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import type { MiddlewareHandler } from "hono";
import { addVary, type Encoding, preferredEncoding } from "./encoding";

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".webmanifest": "application/manifest+json",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".mp3": "audio/mpeg",
  ".ogg": "audio/ogg",
  ".wav": "audio/wav",
  ".wasm": "application/wasm",
};

type Asset = { file: string; type: string; encodings: Encoding[]; hashes: Map<string, string> };

/**
 * Serves the built files under `root` (build/client). The files are listed once, at the start, and only what is on the
 * list is ever opened: no request can name a path outside it. `/assets/` holds names with a hash in them, kept for a
 * year; a name that is gone is a hard 404, never a page, so that a browser with an old page notices at once.
 */
export function assets(options: { root: string }): MiddlewareHandler {
  const known = listAssets(options.root);
  return async (c, next) => {
    const { method, path } = c.req;
    if (method !== "GET" && method !== "HEAD") return next();
    const asset = known.get(path);
    const isHashed = path.startsWith("/assets/");
    if (!asset) {
      if (!isHashed) return next();
      return new Response("This file is gone: load the page again.\n", {
        status: 404,
        headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
      });
    }
    const request = c.req.raw.headers;
    const encoding = preferredEncoding(request.get("accept-encoding"), asset.encodings);
    const body = await readFile(encoding ? asset.file + endings[encoding] : asset.file);
    const etag = `"${hashOf(asset, encoding, body)}"`;
    const headers = new Headers({
      "content-type": asset.type,
      "cache-control": isHashed ? "public, max-age=31536000, immutable" : "public, max-age=300",
      etag,
    });
    if (asset.encodings.length > 0) addVary(headers);
    if (isFresh(request.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
    if (encoding) headers.set("content-encoding", encoding);
    headers.set("content-length", String(body.byteLength));
    return new Response(method === "HEAD" ? null : new Uint8Array(body), { headers });
  };
}

export const endings: Readonly<Record<Encoding, string>> = { br: ".br", gzip: ".gz" };

function listAssets(root: string): Map<string, Asset> {
  const files = new Set(walk(root));
  const known = new Map<string, Asset>();
  for (const file of files) {
    const type = types[extname(file).toLowerCase()];
    if (type === undefined) continue;
    const encodings = (["br", "gzip"] as const).filter((one) => files.has(file + endings[one]));
    known.set(`/${relative(root, file).split(sep).join("/")}`, { file, type, encodings, hashes: new Map() });
  }
  return known;
}

/** The URL of the pages' font file, where they are built. */
export function fontUrl(root: string): string | undefined {
  return [...listAssets(root).keys()].find((url) => /inter-[^/]*\.woff2$/.test(url));
}

/** The texts of the style sheets and pictures that have a hash in their name, by their address, read once. */
export function assetTexts(root: string): (href: string) => string | undefined {
  const texts = new Map(
    [...listAssets(root)].flatMap(([url, { file }]) =>
      /^\/assets\/.+\.(?:css|svg)$/.test(url) ? [[url, readFileSync(file, "utf8")] as const] : [],
    ),
  );
  return (href) => texts.get(href);
}

/** Every plain file under a folder; links are not followed, dot files not listed. */
export function walk(root: string): string[] {
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(root, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith(".")) return [];
    const path = join(root, entry.name);
    return entry.isDirectory() ? walk(path) : entry.isFile() ? [path] : [];
  });
}

/** By content, so that two nodes built from the same sources agree. */
function hashOf(asset: Asset, encoding: Encoding | undefined, body: Buffer): string {
  const key = encoding ?? "plain";
  const hash = asset.hashes.get(key) ?? createHash("sha256").update(body).digest("base64url").slice(0, 27);
  asset.hashes.set(key, hash);
  return hash;
}

function isFresh(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === etag);
}
