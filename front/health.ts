import { Hono } from "hono";
import { constantTimeEqual } from "../services/kit/constant-time";
import type { GateEnv } from "./proxies";

export type HealthOptions = {
  /** Asks the database one question and the migrations whether all are applied; throws or answers a fault's words. */
  check: () => Promise<string | undefined>;
  metrics: () => Promise<string>;
  /** Opens /metrics to a scraper on another machine. Without it only this machine may read it. */
  metricsToken?: string;
  /** Milliseconds for the check. 1000. */
  timeoutMs?: number;
};

/** GET /healthz: the process is up. /readyz: it can serve. /metrics: Prometheus text. */
export function health(options: HealthOptions): Hono<GateEnv> {
  const app = new Hono<GateEnv>();
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", async (c) => {
    const fault = await ask(options.check, options.timeoutMs ?? 1000);
    if (fault === undefined) return c.json({ status: "ready" });
    return c.json({ status: "not ready", reason: fault }, 503, { "retry-after": "5" });
  });
  app.get("/metrics", async (c) => {
    if (!c.get("local") && !isToken(c.req.header("authorization"), options.metricsToken)) {
      // The same answer as any unknown address: it tells a stranger nothing.
      return c.notFound();
    }
    return c.text(await options.metrics(), 200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" });
  });
  return app;
}

async function ask(check: HealthOptions["check"], timeoutMs: number): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve("The database did not answer in time."), timeoutMs);
  });
  try {
    return await Promise.race([check(), late]);
  } catch {
    // The error's own words may name hosts and users; they belong in the log of whoever made the check.
    return "The database does not answer.";
  } finally {
    clearTimeout(timer);
  }
}

function isToken(authorization: string | undefined, token: string | undefined): boolean {
  const said = /^bearer\s+(\S+)$/i.exec(authorization ?? "")?.[1];
  return said !== undefined && token !== undefined && constantTimeEqual(said, token);
}
