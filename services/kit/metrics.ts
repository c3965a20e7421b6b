import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Everything `/metrics` shows. One per process; names begin with `jibu_`, Node's own with `nodejs_` and `process_`. */
export const registry = new Registry();

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const registers = [registry];

const requests = new Counter({
  name: "jibu_http_requests_total",
  help: "Requests answered, by method, route group and status.",
  labelNames: ["method", "group", "status"],
  registers,
});
const requestSeconds = new Histogram({
  name: "jibu_http_request_duration_seconds",
  help: "Time from the request to its answer's head.",
  labelNames: ["method", "group"],
  buckets,
  registers,
});
const upstream = new Counter({
  name: "jibu_upstream_calls_total",
  help: "Calls of the services, by service, call and status.",
  labelNames: ["service", "call", "status"],
  registers,
});
const upstreamSeconds = new Histogram({
  name: "jibu_upstream_call_duration_seconds",
  help: "Time of a service call.",
  labelNames: ["service", "call"],
  buckets,
  registers,
});
const jobs = new Counter({
  name: "jibu_jobs_total",
  help: "Jobs run, by name and result.",
  labelNames: ["name", "result"],
  registers,
});
const queueDepth = new Gauge({
  name: "jibu_queue_depth",
  help: "Rows waiting in a queue.",
  labelNames: ["queue"],
  registers,
});
const pools = new Gauge({
  name: "jibu_database_pool_connections",
  help: "Connections of a database pool, by state.",
  labelNames: ["pool", "state"],
  registers,
});
const sockets = new Gauge({
  name: "jibu_live_sockets",
  help: "Open sockets of browsers.",
  registers,
});
const sms = new Counter({
  name: "jibu_sms_submits_total",
  help: "Short message parts handed to a carrier, by result.",
  labelNames: ["connector", "result"],
  registers,
});
const smsUnmatched = new Counter({
  name: "jibu_sms_unmatched_total",
  help: "Receipts and messages from a carrier that belong to nothing that is known.",
  labelNames: ["connector", "what"],
  registers,
});

export type PoolCounts = { totalCount: number; idleCount: number; waitingCount: number };

// A label is a word of ours, never what a visitor typed: each label keeps at most this many values, the rest is "other".
const maxValues = { method: 8, group: 100, service: 40, call: 400, name: 200, queue: 50, connector: 30, result: 12 };
const seen = new Map<string, Set<string>>();

function word(label: keyof typeof maxValues, value: string): string {
  const values = seen.get(label) ?? new Set<string>();
  seen.set(label, values);
  if (values.has(value)) return value;
  if (values.size >= maxValues[label] || !/^[A-Za-z0-9][A-Za-z0-9_.:/ -]{0,79}$/.test(value)) return "other";
  values.add(value);
  return value;
}

function statusWord(status: number): string {
  return Number.isInteger(status) && status >= 100 && status <= 599 ? String(status) : "other";
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** One answered request; `group` from `routeGroup`, `seconds` measured with a monotonic clock. */
export function countRequest(request: { method: string; group: string; status: number; seconds: number }): void {
  const method = methods.has(request.method) ? request.method : "other";
  const group = word("group", request.group);
  requests.inc({ method, group, status: statusWord(request.status) });
  requestSeconds.observe({ method, group }, Math.max(0, request.seconds));
}

/** The first segment of a path when it is one of ours, so that guessing addresses makes no new series. */
export function routeGroup(path: string, known: ReadonlySet<string>): string {
  const [, first = ""] = path.split("/", 2);
  const name = first.endsWith(".data") ? first.slice(0, -5) : first;
  if (name === "" || name === "_root") return "home";
  return known.has(name) ? name : "other";
}

/** One service call; `call` is the contract's name for it, never a path with an id in it. `status` 0: no answer came. */
export function countUpstream(service: string, call: string, status: number, seconds: number): void {
  const labels = { service: word("service", service), call: word("call", call) };
  upstream.inc({ ...labels, status: status === 0 ? "none" : statusWord(status) });
  upstreamSeconds.observe(labels, Math.max(0, seconds));
}

export function countJob(name: string, result: "done" | "failed" | "retried" | "dropped"): void {
  jobs.inc({ name: word("name", name), result });
}

export function countSms(connector: string, result: "accepted" | "throttled" | "refused" | "lost", parts = 1): void {
  sms.inc({ connector: word("connector", connector), result }, parts);
}

export function countUnmatched(connector: string, what: "receipt" | "message", times = 1): void {
  smsUnmatched.inc({ connector: word("connector", connector), what }, times);
}

const onScrape: (() => Promise<void> | void)[] = [];

/** Asked at each scrape; a queue that cannot be counted keeps its last figure. */
export function watchQueue(queue: string, depth: () => Promise<number>): void {
  const labels = { queue: word("queue", queue) };
  onScrape.push(async () => queueDepth.set(labels, await depth()));
}

/** The database pool: connections open, idle, and callers waiting for one. */
export function watchPool(pool: PoolCounts, name = "main"): void {
  onScrape.push(() => {
    pools.set({ pool: name, state: "total" }, pool.totalCount);
    pools.set({ pool: name, state: "idle" }, pool.idleCount);
    pools.set({ pool: name, state: "waiting" }, pool.waitingCount);
  });
}

/** The sockets of browsers, counted at each scrape. */
export function watchSockets(count: () => number): void {
  onScrape.push(() => sockets.set(count()));
}

let processWatched = false;

/** Node's own figures: memory, CPU, garbage collection and event-loop lag (mean, p50, p90, p99, most). */
export function watchProcess(): void {
  if (processWatched) return;
  processWatched = true;
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 });
}

/** The Prometheus text. One watched figure that fails or takes over a second does not spoil the rest. */
export async function metricsText(): Promise<string> {
  const limit = new Promise<void>((resolve) => setTimeout(resolve, 1000).unref());
  await Promise.race([Promise.allSettled(onScrape.map(async (watch) => watch())), limit]);
  return registry.metrics();
}
