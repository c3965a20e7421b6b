import { describe, expect, it } from "vitest";
import {
  countJob,
  countRequest,
  countSms,
  countUpstream,
  metricsText,
  routeGroup,
  watchPool,
  watchProcess,
  watchQueue,
} from "../../services/kit/metrics";

describe("/metrics", () => {
  it("counts what happened", async () => {
    countRequest({ method: "GET", group: "ticketing", status: 200, seconds: 0.02 });
    countRequest({ method: "GET", group: "ticketing", status: 200, seconds: 0.3 });
    countUpstream("billing", "balance", 503, 1.2);
    countUpstream("billing", "balance", 0, 10);
    countJob("expandBlast", "done");
    countJob("expandBlast", "failed");
    countSms("smpp", "accepted", 3);
    const text = await metricsText();
    for (const line of [
      'jibu_http_requests_total{method="GET",group="ticketing",status="200"} 2',
      'jibu_http_request_duration_seconds_bucket{le="0.025",method="GET",group="ticketing"} 1',
      'jibu_upstream_calls_total{service="billing",call="balance",status="503"} 1',
      'jibu_upstream_calls_total{service="billing",call="balance",status="none"} 1',
      'jibu_upstream_call_duration_seconds_count{service="billing",call="balance"} 2',
      'jibu_jobs_total{name="expandBlast",result="done"} 1',
      'jibu_jobs_total{name="expandBlast",result="failed"} 1',
      'jibu_sms_submits_total{connector="smpp",result="accepted"} 3',
    ])
      expect(text).toContain(line);
  });

  it("asks the pool and the queues at each scrape, and one that fails does not spoil the rest", async () => {
    const pool = { totalCount: 4, idleCount: 1, waitingCount: 0 };
    watchPool(pool);
    watchQueue("outbox", async () => 250);
    watchQueue("broken", () => Promise.reject(new Error("database is away")));
    expect(await metricsText()).toContain('jibu_database_pool_connections{pool="main",state="idle"} 1');
    pool.idleCount = 3;
    const text = await metricsText();
    expect(text).toContain('jibu_database_pool_connections{pool="main",state="idle"} 3');
    expect(text).toContain('jibu_queue_depth{queue="outbox"} 250');
  });

  it("watches the process: memory and event-loop lag", async () => {
    watchProcess();
    watchProcess();
    const text = await metricsText();
    expect(text).toContain("nodejs_eventloop_lag_p99_seconds");
    expect(text).toContain("process_resident_memory_bytes");
  });
});

describe("few series, whatever visitors type", () => {
  it("keeps a bounded number of values per label, and odd ones not at all", async () => {
    for (let at = 0; at < 2000; at += 1)
      countRequest({ method: `M${at}`, group: `group-${at}`, status: at, seconds: 0.001 });
    countUpstream("ticketing", 'call{id="1"}\n', 200, 0.1);
    const series = (await metricsText()).split("\n").filter((line) => line.startsWith("jibu_http_requests_total"));
    expect(series.length).toBeLessThan(700);
    const groups = new Set(series.map((line) => /group="([^"]*)"/.exec(line)?.[1]));
    expect(groups.size).toBeLessThanOrEqual(101);
    expect(groups.has("other")).toBe(true);
    expect(await metricsText()).toContain('service="ticketing",call="other"');
  });

  it("groups paths by their first segment when it is ours", () => {
    const known = new Set(["ticketing", "sms"]);
    expect(
      [
        "/",
        "/_root.data",
        "/ticketing",
        "/ticketing/show/1",
        "/sms.data",
        "/sms/history.data",
        "/wp-admin/x",
        "//x",
      ].map((path) => routeGroup(path, known)),
    ).toEqual(["home", "home", "ticketing", "ticketing", "sms", "sms", "other", "home"]);
  });
});
