import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import WebSocket from "ws";
import { createLine, type LineEvent, type SipLine } from "../../app/shell/phone/line";
import { createSipSocket, type SipSocket } from "../../app/shell/phone/sip-socket";
import { type SandboxPbx, startPbx } from "../../sandbox/pbx";
import { installBrowserMedia, openVoice, type Voice } from "../../sandbox/pbx-media";
import { customersProgram } from "../setup/pbx";

let pbx: SandboxPbx;
let remove: () => void;
const open: { line: SipLine; voice: Voice }[] = [];

beforeAll(async () => {
  Object.assign(globalThis, { WebSocket });
  installBrowserMedia();
  const program = await customersProgram();
  remove = program.remove;
  pbx = await startPbx(program.path);
  pbx.directory = {
    findPassword: async (exten) => `password-${exten}`,
    enqueue: async () => true,
    listAvailable: async () => ["1001"],
    abandon: async () => undefined,
  };
}, 60_000);
afterEach(() => {
  for (const { line, voice } of open.splice(0)) {
    voice.stop();
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
  const gaveUp = vi.fn();
  const socket: SipSocket = createSipSocket(pbx.url, { onTry: vi.fn(), onGaveUp: gaveUp });
  const extension = { exten, password, name: exten, pbx_server: { wss_url: pbx.url, stun_servers: "[]" } };
  const line = createLine(extension, socket, (event) => void told.push(event));
  const voice = openVoice({ echo: false });
  open.push({ line, voice });
  line.start();
  const hears = (kind: LineEvent["kind"]) =>
    vi.waitFor(() => expect(told.map((one) => one.kind)).toContain(kind), soon);
  return { line, socket, told, hears, gaveUp, stream: voice.stream as unknown as MediaStream };
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
