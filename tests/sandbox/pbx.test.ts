import { UA, WebSocketInterface } from "jssip";
import type { RTCSession } from "jssip/lib/RTCSession";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import WebSocket from "ws";
import { type PbxDirectory, type SandboxPbx, startPbx } from "../../sandbox/pbx";
import { installBrowserMedia, openVoice, type Voice } from "../../sandbox/pbx-media";
import type { CallDriver } from "../../services/voice/flows/driver";
import { mp3Bitrate } from "../../services/voice/recordings/mp3";
import { customersProgram } from "../setup/pbx";

const number = "+254709000100";
const waiting: { reference: string; state: string }[] = [];
let free = ["1001", "1002"];
/** Extensions that a call has, and which. */
const taken = new Map<string, string>();
const directory: PbxDirectory = {
  findPassword: async (exten) => (["1001", "1002"].includes(exten) ? `password-${exten}` : undefined),
  async enqueue(call) {
    waiting.push({ reference: call.reference, state: "waiting" });
    return call.number === number;
  },
  async claim({ reference }, isReachable) {
    const exten = free.find((one) => isReachable(one) && !taken.has(one));
    if (exten) taken.set(exten, reference);
    return exten;
  },
  async release({ reference }) {
    for (const [exten, call] of taken) if (call === reference) taken.delete(exten);
  },
  async abandon({ reference }) {
    for (const call of waiting) if (call.reference === reference) call.state = "abandoned";
  },
};

let pbx: SandboxPbx;
let remove: () => void;
const agents = new Map<string, UA>();

beforeAll(async () => {
  Object.assign(globalThis, { WebSocket });
  installBrowserMedia();
  const program = await customersProgram();
  remove = program.remove;
  pbx = await startPbx(program.path);
  pbx.directory = directory;
}, 60_000);
afterAll(async () => {
  for (const agent of agents.values()) agent.stop();
  await pbx.close();
  remove();
});

type Phone = { ua: UA; incoming: RTCSession[]; closes: number[] };

/** A phone of an extension; the one before hangs up first, unless it is to be thrown out. */
async function phone(exten: string, { password = `password-${exten}`, stopBefore = true } = {}): Promise<Phone> {
  if (stopBefore) agents.get(exten)?.stop();
  const incoming: RTCSession[] = [];
  const closes: number[] = [];
  const ua = new UA({
    sockets: [new WebSocketInterface(pbx.url)],
    uri: `sip:${exten}@pbx.invalid`,
    ...{ password, register_expires: 600, session_timers: false },
  });
  agents.set(exten, ua);
  ua.on("newRTCSession", ({ originator, session }: { originator: string; session: RTCSession }) => {
    if (originator === "remote") incoming.push(session);
  });
  ua.on("disconnected", ({ code }: { code?: number }) => void closes.push(code ?? 0));
  const registered = new Promise<void>((resolve, reject) => {
    ua.once("registered", () => resolve());
    ua.once("registrationFailed", ({ cause }) => reject(new Error(String(cause))));
  });
  ua.start();
  await registered;
  return { ua, incoming, closes };
}

function dial({ ua }: Phone, target: string): { session: RTCSession; voice: Voice; causes: string[] } {
  const voice = openVoice({ echo: false });
  const causes: string[] = [];
  const session = ua.call(`sip:${target}@pbx.invalid`, {
    mediaStream: voice.stream as never,
    pcConfig: { iceServers: [] },
  });
  if (session.connection) voice.listen(session.connection as never);
  session.on("failed", ({ cause }) => void causes.push(String(cause)));
  session.on("ended", ({ cause }) => {
    voice.stop();
    causes.push(String(cause));
  });
  return { session, voice, causes };
}

function pickUp(session: RTCSession): Voice {
  const voice = openVoice({ echo: false });
  session.on("peerconnection", ({ peerconnection }) => voice.listen(peerconnection as never));
  session.on("ended", () => voice.stop());
  session.answer({ mediaStream: voice.stream as never, pcConfig: { iceServers: [] } });
  return voice;
}

const soon = { timeout: 10_000, interval: 50 };

test("registers with the right password only", async () => {
  await phone("1001");
  expect(pbx.isRegistered("1001")).toBe(true);
  await expect(phone("1002", { password: "wrong" })).rejects.toThrow("Authentication Error");
  await expect(phone("4711")).rejects.toThrow();
});

test("the last registration wins: the connection before is closed with 4409", async () => {
  const first = await phone("1001");
  await phone("1001", { stopBefore: false });
  await vi.waitFor(() => expect(first.closes).toContain(4409), soon);
  first.ua.stop();
});

test("a whole call: the customer answers and is heard, hold makes them silent, and the end is told", async () => {
  const agent = await phone("1001");
  const { session, voice } = dial(agent, "254711000111");
  await vi.waitFor(() => expect(session.isEstablished()).toBe(true), soon);
  await vi.waitFor(() => expect(voice.heard.loudness).toBeGreaterThan(0.02), soon);
  const customer = () => pbx.customers.calls().find(({ number: own }) => own === "254711000111");
  await vi.waitFor(() => expect(customer()?.packets).toBeGreaterThan(20), soon);
  session.hold();
  await vi.waitFor(() => expect(customer()?.onHold).toBe(true), soon);
  // Refused while the hold before is still being agreed.
  await vi.waitFor(() => expect(session.unhold()).toBe(true), soon);
  await vi.waitFor(() => expect(customer()?.onHold).toBe(false), soon);
  session.terminate();
  await vi.waitFor(() => expect(customer()?.state).toBe("ended"), soon);
}, 40_000);

test.each([
  ["254711000201", "Busy"],
  ["254711000203", "Not Found"],
  ["254711000207", "Rejected"],
])(
  "the customer %s ends the call as its last digits say: %s",
  async (target, cause) => {
    const agent = await phone("1001");
    const { causes } = dial(agent, target);
    await vi.waitFor(() => expect(causes).toEqual([cause]), soon);
  },
  20_000,
);

test("nobody calls in another's name, and an extension that is not there is unavailable or unknown", async () => {
  const agent = await phone("1001");
  await vi.waitFor(() => expect(pbx.isRegistered("1002")).toBe(false), soon);
  const offline = dial(agent, "1002");
  await vi.waitFor(() => expect(offline.causes).toEqual(["Unavailable"]), soon);
  const unknown = dial(agent, "4711");
  await vi.waitFor(() => expect(unknown.causes).toEqual(["Not Found"]), soon);
}, 20_000);

test("a customer who calls in rings the free agent with the number called, and is transferred to the other one", async () => {
  free = ["1001"];
  const [first, second] = [await phone("1001"), await phone("1002")];
  const call = await pbx.callQueue("0711000112", number);
  expect(call?.state).toBe("waiting");
  await vi.waitFor(() => expect(first.incoming).toHaveLength(1), soon);
  const [session] = first.incoming as [RTCSession];
  expect(
    (session as never as { _request: { getHeader(name: string): string } })._request.getHeader("X-Called-Number"),
  ).toBe(number);
  const voice = pickUp(session);
  await vi.waitFor(() => expect(voice.heard.packets).toBeGreaterThan(10), soon);
  expect(pbx.queueCalls()[0]).toMatchObject({ state: "answered", exten: "1001" });
  const accepted = vi.fn();
  session.refer("sip:1002@pbx.invalid", { eventHandlers: { accepted } as never });
  await vi.waitFor(() => expect(second.incoming).toHaveLength(1), soon);
  const transferred = pickUp(second.incoming[0] as RTCSession);
  await vi.waitFor(() => expect(accepted).toHaveBeenCalled(), soon);
  session.terminate();
  await vi.waitFor(() => expect(transferred.heard.packets).toBeGreaterThan(10), soon);
  second.incoming[0]?.terminate();
}, 60_000);

test("a customer who hangs up while waiting has abandoned", async () => {
  free = [];
  const call = await pbx.callQueue("0711000113", number);
  pbx.hangUp(call?.reference ?? "");
  await vi.waitFor(() => expect(waiting.at(-1)?.state).toBe("abandoned"), soon);
  expect(await pbx.callQueue("0711000113", "+254700000000")).toBeUndefined();
});

test("a customer in a flow hears, presses a key, rings the agent, and another leaves a message that is an mp3", async () => {
  const agent = await phone("1001");
  const told: string[] = [];
  let driver: CallDriver | undefined;
  pbx.directory = {
    ...directory,
    async beginFlow({ number: called }, given) {
      driver = given;
      return called === number
        ? { tell: (event) => void told.push(event.type === "key" ? event.key : "gone") }
        : undefined;
    },
  };
  const sound = { id: 1, name: "Welcome", words: "Press 1.", url: "" };
  const first = (await pbx.callQueue("0711000121", number))?.reference ?? "";
  const played = driver?.play(first, sound);
  expect(pbx.queueCalls().find(({ reference }) => reference === first)?.flow?.heard).toEqual(["Press 1."]);
  pbx.press(first, "1");
  await driver?.stop(first);
  await played;
  expect(told).toEqual(["1"]);
  const rung = driver?.ring(first, { to: "1001", seconds: 10, headers: [`X-Queue-Reference: ${first}`] });
  await vi.waitFor(() => expect(agent.incoming).toHaveLength(1), soon);
  pickUp(agent.incoming[0] as RTCSession);
  expect(await rung).toBe(true);
  pbx.hangUp(first);

  const second = (await pbx.callQueue("0711000122", number))?.reference ?? "";
  const message = driver?.record(second, 60);
  pbx.speak(second, 3);
  const recorded = await message;
  expect(recorded?.seconds).toBe(3);
  expect(mp3Bitrate(recorded?.bytes ?? new Uint8Array())).toBe(32);
  const unheard = driver?.record(second, 60);
  pbx.hangUp(second);
  expect(await unheard).toBeUndefined();
  expect(told).toEqual(["1", "gone"]);
  pbx.directory = directory;
}, 40_000);
