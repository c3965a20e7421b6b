import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { fallbackErrorText } from "./shell/error-page";
import { firstPage } from "./shell/first-page";
import { programLast } from "./shell/program-last";

/**
 * Draws the whole page before the first byte (no loader of ours streams), so that its status is true. A page whose
 * error page fails as well gets one plain sentence.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const nonce = context.nonce;
  try {
    await readHandoff(remix);
    const page = renderToString(<RemixServer context={remix} url={request.url} {...(nonce ? { nonce } : {})} />);
    headers.set("content-type", "text/html; charset=utf-8");
    const first = firstPage(programLast(page, nonce), {
      cookie: request.headers.get("cookie"),
      secure: context.settings?.secure ?? false,
      ...{ nonce, assetText: context.assetText },
    });
    if (first.link) headers.append("link", first.link);
    if (first.cookie) headers.append("set-cookie", first.cookie);
    return new Response(`<!DOCTYPE html>${first.page}`, { status, headers });
  } catch (error) {
    context.report?.(error);
    return new Response(fallbackErrorText, { status: 500, headers: { "content-type": "text/plain; charset=utf-8" } });
  }
}

/**
 * The loaders' data for the browser comes as a stream, which RemixServer would wait for while it draws. Read before, it
 * is drawn in one go and as one text: a quarter of a list page's time less than React's streams of small chunks.
 */
async function readHandoff({ serverHandoffStream, renderMeta }: EntryContext): Promise<void> {
  if (!serverHandoffStream || !renderMeta) return;
  let value = "";
  const decoder = new TextDecoder();
  const reader = serverHandoffStream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read())
    value += decoder.decode(next.value, { stream: true });
  reader.releaseLock();
  const read = Object.assign(Promise.resolve(), { result: { done: true, value } });
  renderMeta.streamCache = { 0: read };
}

/** Errors a person or a network caused are answers, not faults: only the rest is for the log. */
export function handleError(error: unknown, { request, context }: { request: Request; context: AppLoadContext }): void {
  if (request.signal.aborted || error instanceof Response) return;
  context.report?.(error);
}
