import type { Context } from "hono";
import type { GateEnv } from "./proxies";

/** A request the gate turns away before anything reads it. */
export type RefusalPage = {
  status: 400 | 403 | 404 | 405 | 410 | 413 | 414 | 421 | 500;
  words: string;
  headers?: Record<string, string>;
};

/** A fault of ours. */
export const fault: RefusalPage = {
  status: 500,
  words: "Sorry, something happened your request could not be completed, try again later",
};

type RefusedRequest = { path: string; accept: string | null; requestId: string };

/** What decides how a refusal is told. */
export function refusedRequest(c: Context<GateEnv>): RefusedRequest {
  return { path: c.req.path, accept: c.req.raw.headers.get("accept"), requestId: c.get("requestId") ?? "" };
}

/** The refusal in the shape the caller reads: JSON for services and data requests, a small page for people. */
export function refuse(refusal: RefusalPage, request: RefusedRequest): Response {
  const headers = new Headers({ ...refusal.headers, "cache-control": "private, no-store" });
  const wantsPage = request.accept?.includes("text/html") && !isData(request.path);
  if (wantsPage) {
    headers.set("content-type", "text/html; charset=utf-8");
    return new Response(page(refusal, request.requestId), { status: refusal.status, headers });
  }
  headers.set("content-type", "application/json");
  const body = JSON.stringify({ message: refusal.words, request_id: request.requestId });
  return new Response(body, { status: refusal.status, headers });
}

function isData(path: string): boolean {
  return path.endsWith(".data") || path.startsWith("/api/");
}

// Both parts are our own words; nothing of the request is shown back.
function page({ status, words }: RefusalPage, requestId: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${status} Request rejected</title></head><body><h1>Request rejected</h1><p>${words}</p><p><a href="/">Go to the start</a></p><p><small>Request ${requestId}</small></p></body></html>`;
}
