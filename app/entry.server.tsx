import { PassThrough } from "node:stream";
import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { lastWords } from "./shell/error-page";

/** Milliseconds a page may take to draw. */
const patience = 10_000;

/**
 * Draws the whole page before the first byte (no loader of ours streams), so that its status is true. A page whose
 * error page fails as well gets one plain sentence.
 */
export default function handleRequest(
  _request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const nonce = context.nonce;
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    let code = status;
    const { pipe, abort } = renderToPipeableStream(
      <RemixServer context={remix} url={_request.url} {...(nonce ? { nonce } : {})} />,
      {
        ...(nonce ? { nonce } : {}),
        onAllReady() {
          clearTimeout(timer);
          const body = new PassThrough();
          headers.set("content-type", "text/html; charset=utf-8");
          resolve(new Response(createReadableStreamFromReadable(body), { status: code, headers }));
          pipe(body);
        },
        onShellError() {
          clearTimeout(timer);
          resolve(new Response(lastWords, { status: 500, headers: { "content-type": "text/plain; charset=utf-8" } }));
        },
        onError() {
          code = 500;
        },
      },
    );
    timer = setTimeout(abort, patience);
  });
}

/** Errors a person or a network caused are answers, not faults: only the rest is for the log. */
export function handleError(error: unknown, { request, context }: { request: Request; context: AppLoadContext }): void {
  if (request.signal.aborted || error instanceof Response) return;
  context.report?.(error);
}
