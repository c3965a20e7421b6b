import { idleTimeoutSeconds, type VisitorEvent } from "../rules/webchat";
import { backOff } from "./api";

type Options = {
  key: string;
  token(): string | undefined;
  /** The newest message that is here. */
  last(): number;
  hear(told: VisitorEvent): void;
  /** Whether what happens arrives. */
  line(up: boolean): void;
  /** The session is no longer known. */
  lost(): void;
};

/**
 * What happens, as it happens. A browser opens six connections to one place at most, so of a visitor's tabs one reads
 * the stream and tells the others; when it falls silent another takes over.
 */
export function follow(options: Options): { again(): void; stop(): void } {
  const { key, hear, line } = options;
  const name = `jibu ${key}`;
  const channel = "BroadcastChannel" in window ? new BroadcastChannel(name) : undefined;
  const locks = "locks" in navigator ? navigator.locks : undefined;
  let stopped = false;
  let leads = false;
  let heard = Date.now();
  let abort: AbortController | undefined;
  let wake: (() => void) | undefined;
  let tries = 0;

  function told(event: VisitorEvent): void {
    hear(event);
    channel?.postMessage(event);
  }

  async function read(): Promise<void> {
    const token = options.token();
    if (!token) return;
    abort = new AbortController();
    const watch = setInterval(() => {
      if (Date.now() - heard > idleTimeoutSeconds * 1_000) abort?.abort();
    }, 2_000);
    heard = Date.now();
    try {
      const headers: Record<string, string> = { authorization: `Bearer ${token}`, accept: "text/event-stream" };
      if (options.last() > 0) headers["last-event-id"] = String(options.last());
      const response = await fetch("/webchat/v1/events", { headers, credentials: "omit", signal: abort.signal });
      if (response.status === 401) return options.lost();
      if (!response.ok || !response.body) return;
      tries = 0;
      line(true);
      await frames(response.body, told, () => {
        heard = Date.now();
        channel?.postMessage({ kind: "beat" });
      });
    } finally {
      clearInterval(watch);
    }
  }

  async function lead(): Promise<void> {
    leads = true;
    while (!stopped && leads) {
      await read().catch(() => undefined);
      if (stopped || !leads) break;
      line(false);
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, backOff(tries));
        tries += 1;
      });
    }
  }

  function begin(steal: boolean): void {
    if (!locks) return void lead();
    locks
      .request(name, steal ? { steal } : {}, lead)
      // Taken over by another tab.
      .catch(() => {
        leads = false;
        abort?.abort();
        if (!stopped) begin(false);
      });
  }

  if (channel)
    channel.onmessage = ({ data }: MessageEvent<VisitorEvent | { kind: "beat" }>) => {
      if (leads) return;
      heard = Date.now();
      line(true);
      if (data.kind !== "beat") hear(data);
    };
  const guard = setInterval(() => {
    if (leads || document.visibilityState !== "visible" || Date.now() - heard < idleTimeoutSeconds * 2_000) return;
    heard = Date.now();
    begin(true);
  }, 5_000);
  begin(false);

  return {
    /** The network is back, or the session is new: not later, now. */
    again() {
      tries = 0;
      abort?.abort();
      wake?.();
    },
    stop() {
      stopped = true;
      leads = false;
      abort?.abort();
      wake?.();
      clearInterval(guard);
      channel?.close();
    },
  };
}

/** Reads text/event-stream as it comes (HTML standard 9.2.6, the fields that we send). */
async function frames(
  body: ReadableStream<Uint8Array>,
  told: (told: VisitorEvent) => void,
  alive: () => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    alive();
    const blocks = (rest + decoder.decode(value, { stream: true })).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const field = (name: string) =>
        block
          .split("\n")
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2);
      const kind = field("event");
      const data = field("data");
      if (kind && data) told({ kind, ...(JSON.parse(data) as object) } as VisitorEvent);
    }
  }
}
