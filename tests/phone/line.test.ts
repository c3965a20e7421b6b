import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import WebSocket from "ws";
import { createLine, type LineEvent, type SipLine } from "../../app/shell/phone/line";
import { createSipSocket, type SipSocket } from "../../app/shell/phone/sip-socket";
import { type SandboxPbx, startPbx } from "../../sandbox/pbx";
import { installBrowserMedia, openVoice, type Voice } from "../../sandbox/pbx-media";
import { customersProgram } from "../setup/pbx";

let pbx: SandboxPbx;
let remove: () => void;
const open: { line: SipLine; voices: readonly Voice[] }[] = [];

beforeAll(async () => {
  Object.assign(globalThis, { WebSocket });
  installBrowserMedia();
  const program = await customersProgram();
  remove = program.remove;
  pbx = await startPbx(program.path);
  pbx.directory = {
    findPassword: async (exten) => `password-${exten}`,
    enqueue: async () => true,
    claim: async () => "1001",
    release: async () => undefined,
    abandon: async () => undefined,
  };
}, 60_000);
afterEach(() => {
  for (const { line, voices } of open.splice(0)) {
    for (const voice of voices) voice.stop();
    line.stop();
  }
});
afterAll(async () => {
  await pbx.close();
  remove();
});

const soon = { timeout: 10_000, interval: 50 };

/** The line of an extension at the sandbox's PBX, registered, and what it told. */
async function lineOf(exten: string, password = `password-${exten}`) {
  const told: LineEvent[] = [];
  /** Of the leg by which somebody is asked. */
  const asked: LineEvent[] = [];
  const gaveUp = vi.fn();
  const socket: SipSocket = createSipSocket(pbx.url, { onTry: vi.fn(), onGaveUp: gaveUp });
  const extension = { exten, password, name: exten, pbx_server: { wss_url: pbx.url, stun_servers: "[]" } };
  const line = createLine(extension, socket, (event, leg) => void (leg === "consult" ? asked : told).push(event));
  const voices = [openVoice({ echo: false }), openVoice({ echo: false })] as const;
  open.push({ line, voices });
  line.start();
  const hears = (kind: LineEvent["kind"]) =>
    vi.waitFor(() => expect(told.map((one) => one.kind)).toContain(kind), soon);
  const hearsOfAsked = (kind: LineEvent["kind"]) =>
    vi.waitFor(() => expect(asked.map((one) => one.kind)).toContain(kind), soon);
  const [stream, own] = voices.map((voice) => voice.stream as unknown as MediaStream) as [MediaStream, MediaStream];
  return { ...{ line, socket, told, asked, hears, hearsOfAsked, gaveUp, stream, own } };
}

const customer = (number: string) =>
  pbx.customers.calls().find((call) => call.number === number && call.state !== "ended");

test("a customer who calls our number rings with who they are; answered, held, keyed and ended", async () => {
  const { line, told, hears, stream } = await lineOf("1001");
  await hears("registered");
  const call = await pbx.callQueue("254733000141", "254709000100");
  await hears("incoming");
  expect(told.find(({ kind }) => kind === "incoming")).toMatchObject({
    ...{ phone: "+254733000141", queueReference: call?.reference, calledNumber: "+254709000100" },
  });
  line.answer(stream);
  await hears("confirmed");
  line.hold();
  await hears("held");
  await vi.waitFor(() => expect(customer("254733000141")?.onHold).toBe(true), soon);
  line.resume(false);
  await hears("resumed");
  expect(line.hangUp()).toBe(true);
  await hears("ended");
  await vi.waitFor(() => expect(customer("254733000141")).toBeUndefined(), soon);
  expect(told.filter(({ kind }) => kind === "ended")).toHaveLength(1);
  expect(line.hangUp()).toBe(false);
}, 40_000);

test("a second caller is told busy while the first rings, and while a number is being dialled", async () => {
  const { line, told, hears } = await lineOf("1001");
  await hears("registered");
  pbx.callAgent("254733000142", "1001");
  await hears("incoming");
  pbx.callAgent("254733000143", "1001");
  await hears("refused");
  expect(told.filter(({ kind }) => kind === "incoming")).toHaveLength(1);
  line.decline();
  await hears("ended");
  line.reserve(true);
  pbx.callAgent("254733000144", "1001");
  await vi.waitFor(() => expect(told.filter(({ kind }) => kind === "refused")).toHaveLength(2), soon);
}, 40_000);

test("what we dial is placed and answered; a transfer ends our part when the other agent took it", async () => {
  const first = await lineOf("1001");
  const second = await lineOf("1002");
  await Promise.all([first.hears("registered"), second.hears("registered")]);
  first.line.call("254711000111", first.stream);
  await first.hears("placed");
  await first.hears("confirmed");
  first.line.transfer("1002");
  await second.hears("incoming");
  expect(first.told.map(({ kind }) => kind)).not.toContain("transferred");
  second.line.answer(second.stream);
  await first.hears("transferred");
  await first.hears("ended");
  await second.hears("confirmed");
}, 40_000);

test("a transfer that is refused leaves the call", async () => {
  const { line, told, hears, stream } = await lineOf("1001");
  await hears("registered");
  line.call("254711000112", stream);
  await hears("confirmed");
  line.transfer("1009");
  await hears("transferFailed");
  expect(told.map(({ kind }) => kind)).not.toContain("ended");
}, 40_000);

const about = ["X-Consult-Reference: call-1", "X-Consult-About: +254733000155"];

/** A customer on hold at 1001, who asks 1002; both are registered. */
async function asking(from: string) {
  const [first, second] = [await lineOf("1001"), await lineOf("1002")];
  await Promise.all([first.hears("registered"), second.hears("registered")]);
  await pbx.callQueue(from, "254709000100");
  await first.hears("incoming");
  first.line.answer(first.stream);
  await first.hears("confirmed");
  first.line.hold();
  await first.hears("held");
  await vi.waitFor(() => expect(customer(from)?.onHold).toBe(true), soon);
  first.line.ask("1002", first.own, about);
  await second.hears("incoming");
  return { first, second };
}

test("a colleague is asked about the caller on hold, then the two are joined by REFER with Replaces: both hear each other", async () => {
  const { first, second } = await asking("254733000156");
  expect(second.told.find(({ kind }) => kind === "incoming")).toMatchObject({
    ...{ phone: "1001", consultOf: "call-1", about: "+254733000155" },
  });
  second.line.answer(second.stream);
  await first.hearsOfAsked("confirmed");
  expect(first.asked.map(({ kind }) => kind).slice(0, 2)).toEqual(["placed", "progress"]);
  // A third one is told that both phones are busy.
  pbx.callAgent("254733000157", "1001");
  await first.hears("refused");
  first.line.join("1002");
  await second.hears("replaced");
  expect(second.told.find(({ kind }) => kind === "replaced")).toMatchObject({
    ...{ phone: "+254733000156", calledNumber: "+254709000100", transferredBy: "1001" },
  });
  await first.hears("transferred");
  await Promise.all([first.hears("ended"), first.hearsOfAsked("ended")]);
  const joined = () => pbx.customers.calls().find((call) => call.number === "254733000156" && call.peer === "1002");
  const heard = joined()?.packets ?? 0;
  await vi.waitFor(() => expect(joined()?.packets).toBeGreaterThan(heard + 20), soon);
  // The talk with the colleague is replaced, not ended: the phone has one call all the time.
  expect(second.told.map(({ kind }) => kind)).not.toContain("ended");
  expect(second.line.hangUp()).toBe(true);
  await second.hears("ended");
  for (const told of [first.told, first.asked, second.told])
    expect(told.filter(({ kind }) => kind === "ended")).toHaveLength(1);
}, 60_000);

test("a colleague who declines or hangs up leaves the caller on hold at the agent", async () => {
  const { first, second } = await asking("254733000158");
  second.line.decline();
  await first.hearsOfAsked("ended");
  expect(customer("254733000158")?.onHold).toBe(true);
  expect(first.told.map(({ kind }) => kind)).not.toContain("ended");
  first.line.join("1002");
  await first.hears("transferFailed");
  first.line.resume(false);
  await first.hears("resumed");
  await vi.waitFor(() => expect(customer("254733000158")?.onHold).toBe(false), soon);
}, 60_000);

test("the caller hangs up meanwhile: the talk with the colleague is the phone's call", async () => {
  const { first, second } = await asking("254733000159");
  second.line.answer(second.stream);
  await first.hearsOfAsked("confirmed");
  const call = pbx.queueCalls().find(({ from }) => from === "+254733000159");
  pbx.hangUp(call?.reference ?? "");
  await first.hears("ended");
  first.line.promoteConsult(first.own);
  first.line.hangUp();
  await second.hears("ended");
  expect(first.told.filter(({ kind }) => kind === "ended")).toHaveLength(2);
}, 60_000);

test("an outside number that was asked takes the caller over as well", async () => {
  const first = await lineOf("1001");
  await first.hears("registered");
  await pbx.callQueue("254733000160", "254709000100");
  await first.hears("incoming");
  first.line.answer(first.stream);
  await first.hears("confirmed");
  first.line.hold();
  await first.hears("held");
  first.line.ask("254711000162", first.own, []);
  await first.hearsOfAsked("confirmed");
  first.line.join("254711000162");
  await first.hears("transferred");
  await vi.waitFor(() => {
    const supplier = pbx.customers.calls().find((one) => one.number === "254711000162" && one.peer === "254733000160");
    expect(supplier).toMatchObject({ state: "answered" });
    expect(supplier?.packets).toBeGreaterThan(20);
  }, soon);
  const ended = pbx.customers.calls().find(({ number, peer }) => number === "254711000162" && peer === "1001");
  expect(ended?.state).toBe("ended");
}, 60_000);

test("a line that is lost while it rings ends the ring, and is there again by itself", async () => {
  const { socket, told, hears } = await lineOf("1001");
  await hears("registered");
  pbx.callAgent("254733000145", "1001");
  await hears("incoming");
  socket.drop();
  await hears("ended");
  socket.retry();
  await vi.waitFor(() => expect(told.filter(({ kind }) => kind === "registered")).toHaveLength(2), soon);
}, 40_000);

test("a wrong password is said; the same extension elsewhere takes the line, and it is not taken back", async () => {
  const wrong = await lineOf("1001", "wrong");
  await vi.waitFor(() => expect(wrong.told).toContainEqual({ kind: "unregistered", refused: true }), soon);
  const first = await lineOf("1002");
  await first.hears("registered");
  const second = await lineOf("1002");
  await second.hears("registered");
  await vi.waitFor(() => expect(first.gaveUp).toHaveBeenCalledExactlyOnceWith("replaced"), soon);
}, 40_000);
