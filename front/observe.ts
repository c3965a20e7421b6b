import { performance } from "node:perf_hooks";
import type { MiddlewareHandler } from "hono";
import { sitemap } from "../app/sitemap";
import { type Log, logFor } from "../services/kit/log";
import { countRequest, routeGroup } from "../services/kit/metrics";
import type { GateEnv } from "./proxies";

/** What requests are counted under: the first segment of every page, and the doors beside the pages. */
const groups = new Set([
  ...["api", "assets", "callbacks", "healthz", "metrics", "readyz", "sandbox", "webchat"],
  ...Object.keys(sitemap).map((path) => path.split("/")[0] ?? ""),
]);

/** Milliseconds after which a request that has no answer yet is logged: nothing else tells of one that never ends. */
const unansweredMs = 30_000;

/**
 * What a request is counted under whose client went away before there was an answer, as nginx has it. The page that
 * was made for it breaks off, which is no fault of ours.
 */
const clientClosed = 499;

/**
 * One line and one count per answered request, and a line for one that has no answer after 30 s. It stands outside the
 * gate, so that refusals are seen too. The query is not logged: searches and reset links hold names, numbers and tokens.
 */
export function observe(options: { log: Log }): MiddlewareHandler<GateEnv> {
  return async (c, next) => {
    const start = performance.now();
    const { method } = c.req;
    const path = withoutTokens(c.req.path);
    const unanswered = setTimeout(() => {
      const ms = Math.round(performance.now() - start);
      logFor(options.log, c.get("requestId") ?? "").warn({ method, path, ms }, "request without an answer yet");
    }, unansweredMs).unref();
    try {
      await next();
    } finally {
      clearTimeout(unanswered);
    }
    const seconds = (performance.now() - start) / 1000;
    const gone = c.res.status >= 500 && !c.error && c.req.raw.signal.aborted;
    const status = gone ? clientClosed : c.res.status;
    countRequest({ method, group: routeGroup(path, groups), status, seconds });
    const line = { method, path, status, ms: Math.round(seconds * 10_000) / 10, address: c.get("address") };
    const log = logFor(options.log, c.get("requestId") ?? "");
    // A refusal that was thrown is an answer like any other.
    if (status < 500) log.info(line, "request");
    else if (c.error) log.error({ ...line, err: c.error }, "request failed");
    else log.error(line, "request");
  };
}

/** The link of a mail that sets a password or signs in holds its token in the path; calls about a person their address. */
function withoutTokens(path: string): string {
  return path
    .replace(/^(\/auth\/password\/|\/login\/link\/|\/callbacks\/[^/]+\/)[^/.]+/i, "$1***")
    .replace(/[^/]*(?:@|%40)[^/]*/g, "***");
}
