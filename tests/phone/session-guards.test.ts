import { EventEmitter } from "node:events";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { lineQuality, lineSample } from "../../app/shell/phone/quality";
import { capIce, iceCapMs, microphoneGate, watchPeer } from "../../app/shell/phone/session-guards";
import { iceServers, isTakenElsewhere, parseCaller } from "../../app/shell/phone/sip-text";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a call leaves a second after the first address was found, and only once for each offer", () => {
  const session = new EventEmitter();
  capIce(session as never);
  const [first, second] = [vi.fn(), vi.fn()];
  session.emit("icecandidate", { ready: first });
  vi.advanceTimersByTime(600);
  session.emit("icecandidate", { ready: first });
  vi.advanceTimersByTime(iceCapMs - 600);
  expect(first).toHaveBeenCalledOnce();
  session.emit("icecandidate", { ready: second });
  session.emit("sdp", {});
  vi.advanceTimersByTime(60_000);
  expect(second).not.toHaveBeenCalled();
});

describe("a peer that is gone", () => {
  function fixture(connected = true) {
    const peer = Object.assign(new EventTarget(), { connectionState: "connected" });
    const events = { renew: vi.fn(), onLost: vi.fn(), onDead: vi.fn() };
    const stop = watchPeer(peer as never, { ...events, isConnected: () => connected });
    const turn = (state: string) => {
      peer.connectionState = state;
      peer.dispatchEvent(new Event("connectionstatechange"));
    };
    return { turn, stop, ...events };
  }

  test("as Chromium tells of it (disconnected, 10 s later failed), the call is over within 30 s of its death", () => {
    const { turn, onLost, onDead, renew } = fixture();
    vi.advanceTimersByTime(7_600);
    turn("disconnected");
    vi.advanceTimersByTime(5_000);
    expect(onLost).toHaveBeenCalledExactlyOnceWith(true);
    expect(renew).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(5_000);
    turn("failed");
    vi.advanceTimersByTime(30_000 - 17_600);
    expect(onDead).toHaveBeenCalledOnce();
  });

  test("one of which Chromium does not say for 25 s that it failed, however often it is looked for: over within 30 s as well", () => {
    const { turn, onDead } = fixture();
    vi.advanceTimersByTime(7_600);
    turn("disconnected");
    vi.advanceTimersByTime(5_000);
    turn("connecting");
    vi.advanceTimersByTime(3_000);
    turn("disconnected");
    expect(onDead).not.toHaveBeenCalled();
    vi.advanceTimersByTime(30_000 - 15_600);
    expect(onDead).toHaveBeenCalledOnce();
  });

  test("one that comes back is heard again, and nothing ends", () => {
    const { turn, onLost, onDead } = fixture();
    turn("disconnected");
    vi.advanceTimersByTime(6_000);
    turn("connected");
    vi.advanceTimersByTime(60_000);
    expect(onLost.mock.calls).toEqual([[true], [false]]);
    expect(onDead).not.toHaveBeenCalled();
  });

  test("a short gap is not spoken of, and without a line nothing is asked of the other side", () => {
    const { turn, onLost } = fixture();
    turn("disconnected");
    vi.advanceTimersByTime(4_000);
    turn("connected");
    vi.advanceTimersByTime(60_000);
    expect(onLost).not.toHaveBeenCalled();
    const cut = fixture(false);
    cut.turn("failed");
    expect(cut.renew).not.toHaveBeenCalled();
    cut.stop();
    vi.advanceTimersByTime(60_000);
    expect(cut.onDead).not.toHaveBeenCalled();
  });
});

test("who is muted is not heard over another microphone, not for a moment", async () => {
  const track = { enabled: true } as MediaStreamTrack;
  const states: boolean[] = [];
  const sender = {
    track,
    async replaceTrack(next: MediaStreamTrack) {
      states.push(next.enabled);
      sender.track = next;
    },
  };
  const gate = microphoneGate(() => sender);
  gate.set(false);
  expect(track.enabled).toBe(false);
  const headset = { enabled: true } as MediaStreamTrack;
  await gate.replace(headset);
  expect(states).toEqual([false]);
  // JsSIP turned it on after a hold.
  headset.enabled = true;
  gate.apply();
  expect(headset.enabled).toBe(false);
  gate.set(true);
  expect(headset.enabled).toBe(true);
});

test.each([
  ['["stun:a.test:3478"]', [{ urls: "stun:a.test:3478" }]],
  ['[{"url":"stun:a.test"},{"urls":["turn:b.test"],"username":"u","credential":"c"}]', 2],
  ['{"urls":"stun:a.test"}', [{ urls: ["stun:a.test"] }]],
  ["", []],
  ["stun:a.test", []],
  ['[null, 7, "http://a.test", {"urls": 3}]', []],
])("STUN servers written as %s", (text, expected) => {
  const read = iceServers(text);
  if (typeof expected === "number") expect(read).toHaveLength(expected);
  else expect(read).toEqual(expected);
});

test("who calls: a number as E.164, an extension as it is, a name where the PBX gives one", () => {
  expect(parseCaller({ display_name: "Otieno", uri: { user: "0733000141" } })).toEqual({
    phone: "+254733000141",
    name: "Otieno",
  });
  expect(parseCaller({ display_name: "2042", uri: { user: "2042" } })).toEqual({ phone: "2042", name: "" });
  expect(parseCaller({ uri: { user: null } })).toEqual({ phone: "", name: "" });
});

test("a call that another phone took says so in its reason", () => {
  expect(isTakenElsewhere('SIP;cause=200;text="Call completed elsewhere"')).toBe(true);
  expect(isTakenElsewhere("SIP ;cause=487")).toBe(false);
  expect(isTakenElsewhere(undefined)).toBe(false);
});

test("the line's quality names the worst of loss, delay and jitter, and what to do", () => {
  const none = lineSample([]);
  expect(lineQuality(none, none)).toEqual({ level: "good", why: "" });
  const report = (packetsLost: number, jitter: number, currentRoundTripTime: number) =>
    lineSample([
      ["in", { type: "inbound-rtp", kind: "audio", packetsReceived: 100, packetsLost, jitter }],
      ["pair", { type: "candidate-pair", nominated: true, currentRoundTripTime }],
    ]);
  expect(lineQuality(none, report(0, 0.01, 0.1)).level).toBe("good");
  expect(lineQuality(none, report(3, 0.01, 0.1))).toMatchObject({ level: "fair", why: expect.stringMatching(/lost/) });
  expect(lineQuality(none, report(10, 0.01, 0.1)).level).toBe("poor");
  expect(lineQuality(none, report(0, 0.01, 0.7)).why).toMatch(/late/);
  expect(lineQuality(none, report(0, 0.08, 0.1)).why).toMatch(/uneven/);
});
