/**
 * Milliseconds before each of the three tries after a loss: at once, then 5 s after the one before began, however long it
 * took to fail, or 5 s after its connection was lost (R076).
 */
const waits = [0, 5_000, 5_000] as const;
export const maxTries = waits.length;

/** Milliseconds until the next try, counted from a time; undefined when there is none. */
function waitFrom(tries: number, since: number): number | undefined {
  const wait = waits[tries];
  return wait === undefined ? undefined : Math.max(0, since + wait - performance.now());
}

/** A try that has not connected by then has failed. */
const connectTimeoutMs = 4_000;
/** A line that says nothing for so long is asked whether it is there, and has so long to answer. */
const keepAliveMs = 25_000;
const answerTimeoutMs = 10_000;
/** Registered for so long, it counts as back: a loss after that has its three tries again. */
const stableMs = 10_000;

/** The server gave this extension's line to another phone: to take it back would throw the two out in turn. */
export const replacedCode = 4409;

export type SocketEvents = {
  /** A try begins after a wait; counted from 1. */
  onTry(tries: number, waitMs: number): void;
  onGaveUp(why: "lost" | "replaced"): void;
};

type WebSocketLike = Pick<WebSocket, "close" | "send" | "onopen" | "onmessage" | "onclose" | "onerror">;

/** Timers by name: one that is set again begins again. */
function namedTimers<Name extends string>() {
  const timers = new Map<Name, ReturnType<typeof setTimeout>>();
  function clear(...names: Name[]): void {
    for (const name of names.length > 0 ? names : [...timers.keys()]) {
      clearTimeout(timers.get(name));
      timers.delete(name);
    }
  }
  function after(name: Name, ms: number, work: () => void): void {
    clearTimeout(timers.get(name));
    timers.set(name, setTimeout(work, ms));
  }
  return { after, clear, isRunning: (name: Name) => timers.has(name) };
}

/** JsSIP sets its own. */
const unheard = {
  onconnect(): void {},
  ondisconnect(_error: boolean, _code?: number, _reason?: string): void {},
  ondata<T>(_data: T): void {},
};

/** Closes a connection of which nothing is heard any more. */
function shut(ws: WebSocketLike): void {
  ws.onopen = ws.onmessage = ws.onclose = null;
  ws.close();
}

/** What JsSIP wants of a socket, and what the phone does with it besides. */
export type SipSocket = ReturnType<typeof createSipSocket>;

/**
 * The websocket of the phone. JsSIP would try for ever with waits of its own; this one tries three times and says that
 * it gave up, never twice at once, and notices a line that died without a word.
 */
export function createSipSocket(
  url: string,
  { onTry, onGaveUp }: SocketEvents,
  open: (url: string) => WebSocketLike = (address) => new WebSocket(address, "sip"),
) {
  let ws: WebSocketLike | undefined;
  let [wanted, connected] = [false, false];
  let [tries, began] = [0, 0];
  const { after, clear, isRunning } = namedTimers<"wait" | "connect" | "silent" | "answer" | "stable">();

  function connect(): void {
    clear("wait");
    began = performance.now();
    const fresh = open(url);
    ws = fresh;
    after("connect", connectTimeoutMs, () => closed(fresh, 1006, "no connection in time"));
    fresh.onopen = () => {
      if (ws !== fresh) return;
      clear("connect");
      connected = true;
      listen();
      socket.onconnect();
    };
    fresh.onmessage = ({ data }) => {
      if (ws !== fresh) return;
      clear("answer");
      listen();
      socket.ondata(data);
    };
    fresh.onclose = ({ code, reason }) => closed(fresh, code, reason);
    fresh.onerror = () => undefined;
  }

  /** After a silence the other side is asked for a sign of life (RFC 5626, 4.4.1). */
  function listen(): void {
    const asked = ws;
    after("silent", keepAliveMs, () => {
      asked?.send("\r\n\r\n");
      if (asked) after("answer", answerTimeoutMs, () => closed(asked, 1006, "no sign of life"));
      listen();
    });
  }

  /** The end of one connection, told once; `gone` may close for good a while later, or never. */
  function closed(gone: WebSocketLike, code: number, reason: string): void {
    if (ws !== gone) return;
    ws = undefined;
    const was = connected;
    connected = false;
    clear();
    shut(gone);
    if (was) socket.ondisconnect(code !== 1000, code, reason);
    if (code === replacedCode) {
      wanted = false;
      onGaveUp("replaced");
    } else if (wanted) tryAgain(was ? performance.now() : began);
  }

  function tryAgain(since: number): void {
    const wait = waitFrom(tries, since);
    wanted = wait !== undefined;
    if (wait === undefined) onGaveUp("lost");
    else {
      tries += 1;
      onTry(tries, wait);
      after("wait", wait, connect);
    }
  }

  const socket = {
    via_transport: "WSS",
    url,
    sip_uri: `sip:${new URL(url).host};transport=ws`,
    connect() {
      if (ws || isRunning("wait")) return;
      wanted = true;
      tries = 0;
      connect();
    },
    disconnect() {
      wanted = false;
      const gone = ws;
      ws = undefined;
      connected = false;
      clear();
      if (gone) shut(gone);
    },
    send(message: string | ArrayBufferLike | Blob | ArrayBufferView): boolean {
      if (!ws || !connected) return false;
      ws.send(message as string);
      return true;
    },
    isConnected: () => connected,
    isConnecting: () => ws !== undefined && !connected,
    ...unheard,
    /** The person asks for it, or the network is back: three tries from now, the first at once. */
    retry() {
      if (connected) return;
      if (ws) closed(ws, 1006, "asked for again");
      clear();
      wanted = true;
      tries = 1;
      onTry(1, 0);
      connect();
    },
    /** The browser says that it is offline: the connection is dead, whatever it says of itself, and no try makes sense. */
    drop() {
      wanted = false;
      if (ws) closed(ws, 1006, "offline");
      clear();
    },
    /** It is registered; when that lasts, the tries are counted anew. */
    registered() {
      after("stable", stableMs, () => {
        tries = 0;
      });
    },
  };
  return socket;
}
