import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createCallControl } from "../../app/shell/phone/call-control";
import type { LineEvent, SipLine } from "../../app/shell/phone/line";
import { phoneApi } from "../../app/shell/phone/phone-api";
import { phoneAtFirst, phoneStore } from "../../app/shell/phone/phone-store";
import { watchOut } from "../../rules/dialling";

const track = { kind: "audio", stop: vi.fn(), enabled: true };
const stream = { getTracks: () => [track], getAudioTracks: () => [track] };
const microphone = vi.fn(async (): Promise<unknown> => stream);
const request = { phone: "0712 000 118", name: "Akoth", source: "ticket/12" };

beforeEach(() => {
  phoneStore.set(phoneAtFirst);
  microphone.mockReset().mockResolvedValue(stream);
  track.stop.mockClear();
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia: microphone } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function fixture() {
  const line = {
    isRegistered: () => true,
    hangUp: vi.fn(() => true),
    ...Object.fromEntries(
      ["reserve", "call", "answer", "decline", "hold", "resume", "mute", "tone", "transfer", "replaceTrack"].map(
        (name) => [name, vi.fn()],
      ),
    ),
  } as unknown as { [K in keyof SipLine]: ReturnType<typeof vi.fn> };
  const log = { ringing: vi.fn(), refused: vi.fn(), changed: vi.fn(), settled: vi.fn(async () => undefined) };
  const sounds = { play: vi.fn(), stop: vi.fn() };
  const voice = { play: vi.fn(async () => undefined), srcObject: null } as unknown as HTMLAudioElement;
  const control = createCallControl({
    ...{ line: () => line as unknown as SipLine, log, sounds, voice, onChange: vi.fn() },
  });
  const hear = (...events: LineEvent[]) => {
    for (const event of events) control.hear(event);
  };
  return { line, log, sounds, control, hear };
}

const incoming = (callId = "one"): LineEvent => ({
  ...{ kind: "incoming", callId, phone: "+254733000141", name: "Otieno", queueReference: "q", calledNumber: "" },
});
const state = () => phoneStore.get().call?.state;
const notices = () => phoneStore.get().notices.map(({ title, text }) => [title, text]);

describe("dialling", () => {
  test("the server is told first, then the number leaves, without a plus", async () => {
    const { line, control } = fixture();
    const send = vi.spyOn(phoneApi, "send").mockImplementation(async () => {
      expect(line.call).not.toHaveBeenCalled();
      return { ok: true, body: { dial: "254712000118" } } as never;
    });
    expect(await control.dial(request, "20")).toBe(true);
    expect(send.mock.calls[0]?.[0]).toMatchObject({
      ...{ intent: "initiate", phone: "254712000118", prefix: "20", name: "Akoth", source: "ticket/12" },
    });
    expect(line.call).toHaveBeenCalledExactlyOnceWith("254712000118", stream);
    expect(state()).toBe("calling/trying");
  });

  test("what the server forbids does not leave the browser, and it is said why", async () => {
    const { line, control } = fixture();
    vi.spyOn(phoneApi, "send").mockResolvedValue({ ok: false, status: 403, message: "They asked not to be called." });
    expect(await control.dial(request, "20")).toBe(false);
    expect(line.call).not.toHaveBeenCalled();
    expect(phoneStore.get().call).toMatchObject({ state: "terminated", status: "Failed" });
    expect(notices()).toEqual([["The call was not made", "They asked not to be called."]]);
    expect(track.stop).toHaveBeenCalled();
  });

  test.each([
    ["0712 00", "20"],
    ["0712 000 118", ""],
  ])("%s with the prefix %j: the documented warning, and nothing is dialled", async (phone, prefix) => {
    const { line, control } = fixture();
    const send = vi.spyOn(phoneApi, "send");
    expect(await control.dial({ ...request, phone }, prefix)).toBe(false);
    expect(notices()).toEqual([[watchOut.title, watchOut.message]]);
    expect([send.mock.calls.length, line.call?.mock.calls.length, state()]).toEqual([0, 0, undefined]);
  });

  test("ended before it left, it does not leave", async () => {
    const { line, control } = fixture();
    line.hangUp?.mockReturnValue(false);
    vi.spyOn(phoneApi, "send").mockImplementation(async () => {
      control.hangUp();
      return { ok: true, body: { dial: "254712000118" } } as never;
    });
    expect(await control.dial(request, "20")).toBe(false);
    expect(line.call).not.toHaveBeenCalled();
    expect(phoneStore.get().call?.status).toBe("Failed");
  });
});

describe("a call that rings", () => {
  test("is logged, sounds, and is answered with the microphone", async () => {
    const { line, log, sounds, control, hear } = fixture();
    hear(incoming());
    expect(log.ringing).toHaveBeenCalledOnce();
    expect(sounds.play).toHaveBeenCalledWith("ring");
    await control.answer();
    expect(line.answer).toHaveBeenCalledWith(stream);
    expect(sounds.stop).toHaveBeenCalled();
    hear({ kind: "accepted" }, { kind: "confirmed" });
    expect(state()).toBe("inProgress");
  });

  test("with the microphone refused it rings on: nothing says that it was answered", async () => {
    const { line, control, hear } = fixture();
    microphone.mockRejectedValue(new DOMException("no", "NotAllowedError"));
    hear(incoming());
    await control.answer();
    expect(line.answer).not.toHaveBeenCalled();
    expect(state()).toBe("ringing");
    expect(phoneStore.get().microphone).toBe("denied");
  });

  test("the sound ends and the microphone is closed when the line is lost", async () => {
    const { sounds, control, hear } = fixture();
    hear(incoming());
    await control.answer();
    hear({ kind: "ended", cause: "Connection Error", elsewhere: false });
    expect(sounds.stop).toHaveBeenCalled();
    expect(track.stop).toHaveBeenCalledOnce();
    expect(phoneStore.get().call?.status).toBe("Missed");
  });

  test("a second one is told busy by the line and logged; the first goes on", () => {
    const { log, hear } = fixture();
    hear(incoming(), { kind: "refused", callId: "two", phone: "+254711000000", name: "" });
    expect(log.refused).toHaveBeenCalledExactlyOnceWith("two", "+254711000000", "");
    expect(phoneStore.get().call?.sessionId).toBe("one");
  });
});

test("in a call: mute stays through hold, keys are sent while talking, a transfer that fails leaves the call", async () => {
  const { line, control, hear } = fixture();
  hear(incoming());
  await control.answer();
  hear({ kind: "confirmed" });
  control.mute(true);
  control.hold();
  control.hold();
  expect(line.hold).toHaveBeenCalledOnce();
  hear({ kind: "held" });
  control.tone("5");
  control.transfer("2042");
  expect([line.tone?.mock.calls.length, line.transfer?.mock.calls.length]).toEqual([0, 0]);
  control.resume();
  expect(line.resume).toHaveBeenCalledWith(true);
  hear({ kind: "resumed" });
  control.tone("5");
  expect(phoneStore.get().digits).toBe("5");
  control.transfer("2042");
  hear({ kind: "transferFailed" });
  expect(state()).toBe("inProgress");
  expect(notices().at(-1)).toEqual(["Not transferred", "No one took the call. You are still connected."]);
});
