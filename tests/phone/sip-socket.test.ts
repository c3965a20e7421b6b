import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createSipSocket, replacedCode } from "../../app/shell/phone/sip-socket";

type Fake = {
  at: number;
  sent: string[];
  open: boolean;
  close: () => void;
  send: (text: unknown) => void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
  onerror: (() => void) | null;
};

/** A socket whose other side is the test: every connection that was opened, with its time. */
function fixture() {
  const opened: Fake[] = [];
  const events = { onTry: vi.fn(), onGaveUp: vi.fn() };
  const socket = createSipSocket("wss://pbx.test/ws", events, () => {
    const one: Fake = {
      at: Date.now(),
      sent: [],
      open: true,
      close: () => {
        one.open = false;
      },
      send: (text) => one.sent.push(String(text)),
      onopen: null,
      onmessage: null,
      onclose: null,
      onerror: null,
    };
    opened.push(one);
    return one as unknown as WebSocket;
  });
  const jssip = { onconnect: vi.fn(), ondisconnect: vi.fn(), ondata: vi.fn() };
  Object.assign(socket, jssip);
  const last = () => opened.at(-1) as Fake;
  const refuse = () => last().onclose?.({ code: 1006, reason: "" });
  return { socket, opened, events, jssip, last, refuse };
}

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

function connected() {
  const made = fixture();
  made.socket.connect();
  made.last().onopen?.();
  return made;
}

describe("after a loss", () => {
  test("three tries, at once and then every 5 s, never two at once; then it says that it gave up", () => {
    const { opened, events, jssip, refuse } = connected();
    vi.advanceTimersByTime(60);
    const lostAt = Date.now();
    refuse();
    expect(jssip.ondisconnect).toHaveBeenCalledOnce();
    for (let tried = 0; tried < 10; tried++) {
      vi.advanceTimersByTime(tried === 0 ? 0 : 5000);
      expect(opened.filter(({ open }) => open).length).toBeLessThanOrEqual(1);
      if (opened.length < 5) refuse();
    }
    expect(opened.slice(1).map(({ at }) => at - lostAt)).toEqual([0, 5000, 10_000]);
    expect(events.onGaveUp).toHaveBeenCalledExactlyOnceWith("lost");
    expect(jssip.ondisconnect).toHaveBeenCalledOnce();
  });

  test("a try that hangs has failed after 4 s, and the next one begins 5 s after it did", () => {
    const { opened, refuse } = connected();
    refuse();
    vi.advanceTimersByTime(0);
    vi.advanceTimersByTime(3999);
    expect(opened).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(opened[1]?.open).toBe(false);
    vi.advanceTimersByTime(999);
    expect(opened).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(opened).toHaveLength(3);
  });

  test("the tries are counted anew after ten seconds of being registered, not before", () => {
    const { opened, events, last, refuse, socket } = connected();
    const back = (stays: number) => {
      const before = opened.length;
      refuse();
      for (let waited = 0; opened.length === before && waited < 6; waited++) vi.advanceTimersByTime(waited * 1000);
      last().onopen?.();
      socket.registered();
      vi.advanceTimersByTime(stays);
    };
    back(9000);
    back(9000);
    back(9000);
    refuse();
    expect(events.onGaveUp).toHaveBeenCalledOnce();
    socket.retry();
    last().onopen?.();
    socket.registered();
    vi.advanceTimersByTime(10_000);
    back(10_000);
    back(10_000);
    back(10_000);
    expect(events.onGaveUp).toHaveBeenCalledOnce();
    expect(opened.filter(({ open }) => open)).toHaveLength(1);
  });

  test("a line that was given to another phone is never taken back by itself", () => {
    const { opened, events, last, socket } = connected();
    last().onclose?.({ code: replacedCode, reason: "replaced" });
    vi.advanceTimersByTime(60_000);
    expect(opened).toHaveLength(1);
    expect(events.onGaveUp).toHaveBeenCalledExactlyOnceWith("replaced");
    socket.retry();
    expect(opened).toHaveLength(2);
  });
});

test("to connect twice is one connection, and asking for it anew closes the one that hangs", () => {
  const { socket, opened } = fixture();
  socket.connect();
  socket.connect();
  expect(opened).toHaveLength(1);
  socket.retry();
  expect(opened.map(({ open }) => open)).toEqual([false, true]);
});

test("a silent line is asked for a sign of life after 25 s and is dead 10 s later", () => {
  const { last, opened, jssip } = connected();
  vi.advanceTimersByTime(25_000);
  expect(last().sent).toEqual(["\r\n\r\n"]);
  last().onmessage?.({ data: "\r\n" });
  vi.advanceTimersByTime(25_000 + 9_999);
  expect(jssip.ondisconnect).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(jssip.ondisconnect).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(1);
  expect(opened).toHaveLength(2);
});

test("offline the connection is dropped although it says nothing, and nothing is tried until it is asked for", () => {
  const { socket, opened, jssip, events } = connected();
  socket.drop();
  expect(jssip.ondisconnect).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60_000);
  expect(opened).toHaveLength(1);
  expect(events.onGaveUp).not.toHaveBeenCalled();
  socket.retry();
  expect(opened).toHaveLength(2);
});

test("what is not connected sends nothing, and says so", () => {
  const { socket, last } = fixture();
  expect(socket.send("REGISTER")).toBe(false);
  socket.connect();
  expect(socket.send("REGISTER")).toBe(false);
  last().onopen?.();
  expect(socket.send("REGISTER")).toBe(true);
  socket.disconnect();
  expect([socket.isConnected(), socket.isConnecting(), last().open]).toEqual([false, false, false]);
});
