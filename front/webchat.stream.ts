import { heartbeatSeconds, type VisitorEvent } from "../rules/webchat";

/** Messages a slow reader may be behind before its stream is cut: it comes back and is told anew. */
const maxBehind = 500;
/** Milliseconds after which a stream ends and the browser opens another: sessions are judged again then. */
const longest = 30 * 60_000;

type Opening = { tell(told: VisitorEvent): void; shut(): void };

/**
 * Server-sent events (HTML standard 9.2). `id:` is the newest message told: what Last-Event-ID brings back.
 * @param open begins telling and answers how to stop; undefined: too many streams are open
 */
export async function eventStream(
  open: (opening: Opening) => Promise<(() => void) | undefined>,
): Promise<Response | undefined> {
  const encoder = new TextEncoder();
  const early: Uint8Array[] = [];
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let ended = false;
  const timers: NodeJS.Timeout[] = [];

  function write(text: string): void {
    const bytes = encoder.encode(text);
    if (ended) return;
    if (!controller) early.push(bytes);
    else if ((controller.desiredSize ?? 0) <= 0) shut();
    else controller.enqueue(bytes);
  }
  let end: (() => void) | undefined;
  function stop(): void {
    ended = true;
    for (const timer of timers) clearTimeout(timer);
    end?.();
  }
  function shut(): void {
    if (ended) return;
    stop();
    controller?.close();
  }

  end = await open({ tell: (told) => write(frameOf(told)), shut });
  if (!end) return undefined;
  // It was ended while it was being opened: nobody else ends it now.
  if (ended) end();
  const body = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given;
        for (const bytes of early) given.enqueue(bytes);
        if (ended) return given.close();
        timers.push(
          setInterval(() => write(": here\n\n"), heartbeatSeconds * 1000),
          // Not all at once after a restart.
          setTimeout(shut, longest * (0.8 + Math.random() * 0.4)),
        );
        for (const timer of timers) timer.unref();
      },
      cancel: stop,
    },
    new CountQueuingStrategy({ highWaterMark: maxBehind }),
  );
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "private, no-store, no-transform",
      // Proxies that hold answers back until they are whole (nginx) let this one through.
      "x-accel-buffering": "no",
    },
  });
}

function frameOf(told: VisitorEvent): string {
  const newest =
    told.kind === "message" ? told.message.id : told.kind === "snapshot" ? told.messages.at(-1)?.id : undefined;
  const { kind, ...data } = told;
  return `${newest === undefined ? "" : `id: ${newest}\n`}event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;
}
