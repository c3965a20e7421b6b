import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createCallControl } from "../../app/shell/phone/call-control";
import type { LineEvent, SipLine } from "../../app/shell/phone/line";
import { phoneApi } from "../../app/shell/phone/phone-api";
import { phoneAtFirst, phoneStore } from "../../app/shell/phone/phone-store";
import { watchOut } from "../../rules/dialling";

const track = { kind: "audio", stop: vi.fn(), enabled: true };
const copy = { kind: "audio", stop: vi.fn(), enabled: false };
const copied = { getTracks: () => [copy], getAudioTracks: () => [copy] };
const stream = { getTracks: () => [track], getAudioTracks: () => [track], clone: () => copied };
const microphone = vi.fn(async (): Promise<unknown> => stream);
const request = { phone: "0712 000 118", name: "Akoth", source: "ticket/12" };

beforeEach(() => {
  phoneStore.set(phoneAtFirst);
  microphone.mockReset().mockResolvedValue(stream);
  track.stop.mockClear();
  copy.stop.mockClear();
  copy.enabled = false;
  vi.stubGlobal("MediaStream", class {});
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
      [
        ...["reserve", "call", "answer", "decline", "hold", "resume", "mute", "tone", "transfer", "replaceTrack"],
        ...["ask", "join", "promoteConsult"],
      ].map((name) => [name, vi.fn()]),
    ),
    // As JsSIP does: the end is told before the command comes back.
    endConsult: vi.fn(() => {
      control.hear({ kind: "ended", cause: "Terminated", elsewhere: false }, "consult");
      return true;
    }),
  } as unknown as { [K in keyof SipLine]: ReturnType<typeof vi.fn> };
  const log = {
    ringing: vi.fn(),
    asked: vi.fn(),
    refused: vi.fn(),
    changed: vi.fn(),
    settled: vi.fn(async () => undefined),
  };
  const sounds = { play: vi.fn(), stop: vi.fn() };
  const voice = { play: vi.fn(async () => undefined), srcObject: null } as unknown as HTMLAudioElement;
  const control = createCallControl({
    ...{ line: () => line as unknown as SipLine, log, sounds, voice, onChange: vi.fn() },
  });
  const hear = (...events: LineEvent[]) => {
    for (const event of events) control.hear(event);
  };
  const hearConsult = (...kinds: ("progress" | "accepted" | "confirmed" | "ended")[]) => {
    for (const kind of kinds)
      control.hear(kind === "ended" ? { kind, cause: "Terminated", elsewhere: false } : { kind }, "consult");
  };
  return { line, log, sounds, control, hear, hearConsult };
}

const incoming = (callId = "one"): LineEvent => ({
  ...{ kind: "incoming", callId, phone: "+254733000141", name: "Otieno", queueReference: "q", calledNumber: "" },
  ...{ consultOf: "", about: "", transferredBy: "" },
});
const fatuma = { digits: "2042", phone: "2042", name: "Fatuma" };
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
  control.transfer(fatuma);
  expect([line.tone?.mock.calls.length, line.transfer?.mock.calls.length]).toEqual([0, 0]);
  control.resume();
  expect(line.resume).toHaveBeenCalledWith(true);
  hear({ kind: "resumed" });
  control.tone("5");
  expect(phoneStore.get().digits).toBe("5");
  control.transfer(fatuma);
  hear({ kind: "transferFailed" });
  expect(state()).toBe("inProgress");
  expect(notices().at(-1)).toEqual(["Not transferred", "No one took the call. You are still connected."]);
});

describe("asking a colleague about the caller", () => {
  /** An answered call with the colleague called, as far as `kinds` say. */
  async function asking(...kinds: ("progress" | "accepted" | "confirmed")[]) {
    const given = fixture();
    given.hear(incoming());
    await given.control.answer();
    given.hear({ kind: "confirmed" });
    given.control.consult(fatuma);
    expect(given.line.ask).not.toHaveBeenCalled();
    given.hear({ kind: "held" });
    given.hearConsult(...kinds);
    return given;
  }
  const consult = () => phoneStore.get().consult;

  test("the caller is on hold first; the colleague hears a microphone of its own, and about whom it is", async () => {
    const { line, log, sounds } = await asking("progress");
    expect(log.asked).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ phone: "2042", consultOf: "one" }));
    expect(line.ask).toHaveBeenCalledExactlyOnceWith("2042", copied, [
      ...["X-Consult-Reference: one", "X-Consult-About: +254733000141"],
    ]);
    expect(copy.enabled).toBe(true);
    expect(sounds.play).toHaveBeenLastCalledWith("ringback");
    expect([state(), consult()?.state]).toEqual(["onHold", "ringing"]);
  });

  test("a number is told to the server first, and not to whom it belongs about whom it is; forbidden, nothing leaves", async () => {
    const { line, control, hear } = fixture();
    phoneStore.set({ setup: { numbers: [{ id: 1, phoneNumber: "", prefix: "20", modes: [] }] } as never });
    const send = vi.spyOn(phoneApi, "send").mockResolvedValueOnce({ ok: false, status: 403, message: "Not this one." });
    hear(incoming());
    await control.answer();
    hear({ kind: "confirmed" });
    const supplier = { digits: "254711000111", phone: "+254711000111", name: "" };
    control.consult(supplier);
    hear({ kind: "held" });
    await vi.waitFor(() => expect(consult()?.state).toBe("terminated"));
    expect([line.ask.mock.calls.length, state()]).toEqual([0, "onHold"]);
    expect(send.mock.calls[0]?.[0]).toMatchObject({ intent: "initiate", prefix: "20", consultOf: "one" });
    control.resume();
    hear({ kind: "resumed" });
    send.mockResolvedValueOnce({ ok: true, body: {} });
    control.consult(supplier);
    hear({ kind: "held" });
    await vi.waitFor(() => expect(line.ask).toHaveBeenCalledExactlyOnceWith("254711000111", copied, []));
  });

  test("joined: the line is asked for it, and our part of both ends", async () => {
    const { line, control, hear } = await asking("progress", "accepted", "confirmed");
    control.join();
    expect(line.join).toHaveBeenCalledExactlyOnceWith("2042");
    hear({ kind: "transferred" });
    expect(line.endConsult).toHaveBeenCalledOnce();
    hear({ kind: "ended", cause: "Terminated", elsewhere: false });
    expect(phoneStore.get().call).toMatchObject({ status: "Complete", transferredTo: "2042" });
    expect([track.stop.mock.calls.length, copy.stop.mock.calls.length]).toEqual([1, 1]);
    expect(notices()).toEqual([]);
  });

  test("back to the caller: the colleague goes, and the caller is spoken with again", async () => {
    const { line, control, hear } = await asking("progress", "accepted", "confirmed");
    control.goBack();
    expect(line.endConsult).toHaveBeenCalledOnce();
    expect(line.resume).toHaveBeenCalledExactlyOnceWith(false);
    hear({ kind: "resumed" });
    expect([state(), consult()?.status, notices().length]).toEqual(["inProgress", "Complete", 0]);
  });

  test("the colleague hangs up: it is said that the caller hears nothing, and they can be resumed", async () => {
    const { line, control, hearConsult } = await asking("progress", "accepted", "confirmed");
    hearConsult("ended");
    expect(state()).toBe("onHold");
    expect(notices().at(-1)?.[1]).toBe("Fatuma has hung up. The caller hears nothing until you resume.");
    control.resume();
    expect(line.resume).toHaveBeenCalledOnce();
  });

  test("a colleague who declines is said to have done so", async () => {
    const { hear, control } = await asking("progress");
    control.hear({ kind: "ended", cause: "Busy", elsewhere: false }, "consult");
    expect(notices().at(-1)?.[1]).toBe("Fatuma did not take the call. The caller hears nothing until you resume.");
    hear({ kind: "ended", cause: "Terminated", elsewhere: false });
    expect(state()).toBe("terminated");
  });

  test("the caller hangs up: a colleague who is there stays, one who rings is called off", async () => {
    const talking = await asking("progress", "accepted", "confirmed");
    talking.hear({ kind: "ended", cause: "Terminated", elsewhere: false });
    expect(talking.line.promoteConsult).toHaveBeenCalledExactlyOnceWith(copied);
    expect(phoneStore.get()).toMatchObject({ call: { phone: "2042", state: "inProgress" }, consult: undefined });
    expect(copy.stop).not.toHaveBeenCalled();
    talking.hear({ kind: "ended", cause: "Terminated", elsewhere: false });
    expect(copy.stop).toHaveBeenCalledOnce();

    phoneStore.set(phoneAtFirst);
    const ringing = await asking("progress");
    ringing.hear({ kind: "ended", cause: "Terminated", elsewhere: false });
    expect(ringing.line.endConsult).toHaveBeenCalledOnce();
    expect([state(), consult()?.state]).toEqual(["terminated", "terminated"]);
    expect(notices().at(-1)?.[0]).toBe("The caller has hung up");
  });

  test("a caller takes the place of the colleague who asked: a call of their own, without a ring, one microphone", async () => {
    const { log, sounds, control, hear } = fixture();
    hear({ ...incoming("ask"), phone: "1001", name: "Kevin", consultOf: "one", about: "+254733000141" } as LineEvent);
    await control.answer();
    hear({ kind: "confirmed" });
    sounds.play.mockClear();
    hear({ ...incoming("joined"), kind: "replaced", transferredBy: "1001" } as LineEvent, { kind: "confirmed" });
    expect(log.ringing).toHaveBeenLastCalledWith(
      expect.objectContaining({ sessionId: "joined", phone: "+254733000141" }),
      expect.objectContaining({ transferredBy: "1001", queueReference: "q" }),
    );
    const ends = log.changed.mock.calls.filter(([, after]) => after.state === "terminated");
    expect(ends.map(([, { sessionId, status }]) => [sessionId, status])).toEqual([["ask", "Complete"]]);
    expect([state(), track.stop.mock.calls.length, sounds.play.mock.calls.length]).toEqual(["inProgress", 0, 0]);
  });
});
