import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import WebSocket from "ws";
import { createLine, type LineEvent, type SipLine } from "../../app/shell/phone/line";
import { createSipSocket } from "../../app/shell/phone/sip-socket";
import { installBrowserMedia, openVoice, type Voice } from "../../sandbox/pbx-media";
import { type Baresip, startBaresip } from "./baresip";
import { type Kamailio, startKamailio } from "./kamailio";
import { explainMissing, findPeer, freePort } from "./programs";

const here = Boolean(findPeer("usr/sbin/kamailio") && findPeer("usr/bin/baresip"));
if (!here) explainMissing("Kamailio and baresip", "kamailio, kamailio-websocket-modules and baresip-core");

const soon = { timeout: 15_000, interval: 50 };
const [answering, waiting] = ["254711000111", "254711000112"];
let kamailio: Kamailio;
let customer: Baresip;
const open: { line: SipLine; voice: Voice }[] = [];

describe.skipIf(!here)("the phone at Kamailio, with baresip as the customer", () => {
  beforeAll(async () => {
    Object.assign(globalThis, { WebSocket });
    installBrowserMedia();
    const sipPort = await freePort();
    customer = await startBaresip({ [answering]: true, [waiting]: false }, sipPort);
    const passwords = Object.fromEntries(["1001", "1002"].map((exten) => [exten, `password-${exten}`]));
    kamailio = await startKamailio(() => customer.port, sipPort, passwords);
  }, 60_000);
  afterEach(({ task }) => {
    if (task.result?.state === "fail") process.stdout.write(`${kamailio.said()}\n${customer.said()}\n`);
    for (const { line, voice } of open.splice(0)) {
      voice.stop();
      line.stop();
    }
    for (const number of [answering, waiting]) customer?.hangUp(number);
  });
  afterAll(async () => {
    await kamailio?.stop();
    await customer?.stop();
  });

  async function lineOf(exten: string, password = `password-${exten}`) {
    const told: LineEvent[] = [];
    const socket = createSipSocket(kamailio.url, { onTry: vi.fn(), onGaveUp: vi.fn() });
    const extension = { exten, password, name: exten, pbx_server: { wss_url: kamailio.url, stun_servers: "[]" } };
    const voice = openVoice({ echo: false });
    const line = createLine(extension, socket, (event) => {
      told.push(event);
      if (event.kind === "sound") voice.hear(event.stream as unknown as Parameters<Voice["hear"]>[0]);
    });
    open.push({ line, voice });
    line.start();
    const hears = (kind: LineEvent["kind"], times = 1) =>
      vi.waitFor(() => expect(told.filter((one) => one.kind === kind)).toHaveLength(times), soon);
    return { line, socket, told, hears, voice, stream: voice.stream as unknown as MediaStream };
  }

  /** A call of a line to the customer who answers, talking. */
  async function talking(exten: string) {
    const one = await lineOf(exten);
    await one.hears("registered");
    one.line.call(answering, one.stream);
    await one.hears("confirmed");
    return one;
  }

  const tells = (from: number, type: string, param?: string) =>
    vi.waitFor(() => {
      const found = customer.told.slice(from).filter((one) => one.type === type);
      expect(found).toContainEqual(expect.objectContaining(param ? { param: expect.stringContaining(param) } : {}));
    }, soon);

  test("an extension registers with its password, and a wrong one is told apart from a line that is lost", async () => {
    const { hears } = await lineOf("1001");
    await hears("registered");
    const wrong = await lineOf("1002", "wrong");
    await vi.waitFor(() => expect(wrong.told).toContainEqual({ kind: "unregistered", refused: true }), soon);
  }, 60_000);

  test("a call out: both hear each other; after hold and resume it ends once, for both", async () => {
    const from = customer.told.length;
    const { line, hears, told, voice } = await talking("1001");
    await tells(from, "CALL_ESTABLISHED");
    // The customer's telephone sends back what it hears.
    await vi.waitFor(() => expect(voice.heard.loudness).toBeGreaterThan(0.01), soon);
    line.hold();
    await hears("held");
    line.resume(false);
    await hears("resumed");
    line.hangUp();
    await hears("ended");
    await tells(from, "CALL_CLOSED");
    expect(told.filter(({ kind }) => kind === "ended")).toHaveLength(1);
  }, 60_000);

  test("the customer hangs up, declines, or is given up: each is one end", async () => {
    const first = await talking("1001");
    customer.hangUp(answering);
    await first.hears("ended");
    const from = customer.told.length;
    first.line.call(waiting, first.stream);
    await tells(from, "CALL_INCOMING");
    customer.hangUp(waiting);
    await first.hears("ended", 2);
    const then = customer.told.length;
    first.line.call(waiting, first.stream);
    await tells(then, "CALL_INCOMING");
    first.line.hangUp();
    await first.hears("ended", 3);
    await tells(then, "CALL_CLOSED");
  }, 60_000);

  test("a customer calls in: it rings with their number, and a second call is told that the line is busy", async () => {
    const { line, hears, told, stream, voice } = await lineOf("1001");
    await hears("registered");
    customer.dial(answering, "sip:1001@localhost");
    await hears("incoming");
    expect(told.find(({ kind }) => kind === "incoming")).toMatchObject({ phone: `+${answering}` });
    const from = customer.told.length;
    customer.dial(answering, "sip:1001@localhost");
    await hears("refused");
    await tells(from, "CALL_CLOSED", "486");
    line.answer(stream);
    await hears("confirmed");
    await vi.waitFor(() => expect(voice.heard.loudness).toBeGreaterThan(0.01), soon);
    line.hangUp();
    await hears("ended");
  }, 60_000);

  test("a call to an extension that is not registered is refused as temporarily unavailable", async () => {
    const from = customer.told.length;
    customer.dial(answering, "sip:1002@localhost");
    await tells(from, "CALL_CLOSED", "480");
  }, 60_000);

  test("the caller's end arrives although the websocket was renewed meanwhile", async () => {
    const { socket, hears } = await talking("1001");
    socket.drop();
    socket.retry();
    await hears("registered", 2);
    customer.hangUp(answering);
    await hears("ended");
  }, 60_000);

  test("the newest browser of an extension is the one that rings", async () => {
    const older = await lineOf("1001");
    await older.hears("registered");
    const newer = await lineOf("1001");
    await newer.hears("registered");
    customer.dial(answering, "sip:1001@localhost");
    await newer.hears("incoming");
    expect(older.told.map(({ kind }) => kind)).not.toContain("incoming");
    newer.line.decline();
    await newer.hears("ended");
  }, 60_000);

  test("a caller is given to a colleague, who answers; our part ends then", async () => {
    const first = await talking("1001");
    const second = await lineOf("1002");
    await second.hears("registered");
    first.line.transfer("1002");
    await second.hears("incoming");
    second.line.answer(second.stream);
    await first.hears("transferred");
    await first.hears("ended");
    await second.hears("confirmed");
    await vi.waitFor(() => expect(second.voice.heard.loudness).toBeGreaterThan(0.01), soon);
  }, 60_000);
});
