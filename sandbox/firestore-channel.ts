// The WebChannel wire of the browser's library: a forward channel of posts, a back channel that stays open.
import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import type { Claims, Sends, Stream } from "./firestore-listen";

type Back = { write(text: string): void; close(): void; single: boolean };
type Session = {
  stream: Stream;
  /** Arrays that the browser has not said it has: number and payload. */
  unheard: [number, unknown][];
  last: number;
  /** The newest array that was written into a back channel. */
  flushed: number;
  /** The next message that is expected of the browser. */
  next: number;
  back: Back | undefined;
  forget: NodeJS.Timeout | undefined;
  alive: NodeJS.Timeout;
};

/** Milliseconds: between two signs of life on the back channel, and before a session without one is forgotten. */
const signOfLife = 25_000;
const lingers = 60_000;

/** Lengths are counted in UTF-16 units, as the library counts them. */
function chunk(arrays: unknown): string {
  const text = JSON.stringify(arrays);
  return `${text.length}\n${text}`;
}

function push(session: Session, payload: unknown): void {
  session.last += 1;
  session.unheard.push([session.last, payload]);
  // What is said in one go travels in one piece.
  queueMicrotask(() => flush(session));
}

function flush(session: Session): void {
  const { back, flushed } = session;
  const fresh = session.unheard.filter(([id]) => id > flushed);
  if (!back || fresh.length === 0) return;
  session.flushed = session.last;
  back.write(chunk(fresh));
  if (!back.single) return;
  session.back = undefined;
  back.close();
}

/** Messages req<n>___data__, counted on from `ofs`; one that came before is not taken again. */
function take(session: Session, form: URLSearchParams): void {
  const from = Number(form.get("ofs") ?? 0);
  for (let n = 0; n < Number(form.get("count") ?? 0); n++) {
    const text = form.get(`req${n}___data__`);
    if (from + n < session.next || text === null) continue;
    session.next = from + n + 1;
    session.stream.hear(JSON.parse(text));
  }
}

function heardUpTo(session: Session, aid: number): void {
  session.unheard = session.unheard.filter(([id]) => id > aid);
}

/** The answer that stays open. `forget` ends the session when no other follows it. */
function backChannel(c: Context, session: Session, forget: () => void): Response {
  session.back?.close();
  clearTimeout(session.forget);
  heardUpTo(session, Number(c.req.query("AID") ?? -1));
  // What was written into a line that broke is written again.
  session.flushed = session.unheard[0] ? session.unheard[0][0] - 1 : session.last;
  const encoder = new TextEncoder();
  let back: Back;
  const over = () => {
    if (session.back === back) session.back = undefined;
    if (!session.back) session.forget = setTimeout(forget, lingers).unref();
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      back = {
        single: c.req.query("CI") === "1",
        write: (text) => controller.enqueue(encoder.encode(text)),
        close() {
          over();
          try {
            controller.close();
          } catch {
            // The browser was faster.
          }
        },
      };
      session.back = back;
      // The library times the first bytes, to find proxies that hold answers back.
      if (!back.single) push(session, ["noop"]);
      flush(session);
    },
    cancel: over,
  });
  return c.body(body, 200, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" });
}

/** @param open makes the stream of a session, for whoever its Authorization names */
export function openChannel(open: (claims: Claims, send: Sends) => Stream, claimsOf: (bearer: string) => Claims) {
  const sessions = new Map<string, Session>();

  function end(id: string): void {
    const session = sessions.get(id);
    if (!session) return;
    sessions.delete(id);
    clearInterval(session.alive);
    clearTimeout(session.forget);
    session.stream.end();
    session.back?.close();
  }

  function begin(headers: string): string {
    const id = randomBytes(12).toString("base64url");
    const bearer = /^authorization:\s*bearer\s+(.*)$/im.exec(headers)?.[1]?.trim() ?? "";
    const session: Session = {
      stream: open(claimsOf(bearer), (message) => push(session, [message])),
      unheard: [],
      last: 0,
      flushed: 0,
      next: 0,
      back: undefined,
      forget: undefined,
      alive: setInterval(() => push(session, ["noop"]), signOfLife).unref(),
    };
    sessions.set(id, session);
    return id;
  }

  return {
    async answer(c: Context): Promise<Response> {
      const id = c.req.query("SID");
      const plain = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
      if (c.req.method === "POST" && (id === undefined || id === "null")) {
        const form = new URLSearchParams(await c.req.text());
        const fresh = begin(form.get("headers") ?? "");
        const session = sessions.get(fresh);
        if (session) take(session, form);
        return c.body(chunk([[0, ["c", fresh, "", 8, 12, 30_000]]]), 200, plain);
      }
      const session = sessions.get(id ?? "");
      if (c.req.query("TYPE") === "terminate") {
        end(id ?? "");
        return c.body("", 200, plain);
      }
      if (!session || id === undefined) return c.body("Unknown SID", 400, plain);
      if (c.req.method === "GET") return backChannel(c, session, () => end(id));
      heardUpTo(session, Number(c.req.query("AID") ?? -1));
      take(session, new URLSearchParams(await c.req.text()));
      return c.body(chunk([session.back ? 1 : 0, session.last, 0]), 200, plain);
    },
    /** As after a restart: nobody is known any more. */
    forget() {
      for (const id of [...sessions.keys()]) end(id);
    },
    sessions: () => sessions.size,
  };
}
