import { createServer, type Server, type Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Smsc, startSmsc } from "../../sandbox/smsc";
import type { SmscOptions } from "../../sandbox/smsc-settings";
import { type Link, speakSmpp } from "../../services/connectors/smpp/link";
import type { Body, MessagePdu, Pdu } from "../../services/connectors/smpp/pdu";
import {
  connectSmpp,
  type SmppOptions,
  type SmppSession,
  type SmppState,
} from "../../services/connectors/smpp/session";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function centre(options: SmscOptions = {}): Promise<Smsc> {
  const smsc = await startSmsc(options);
  ends.push(smsc.close);
  return smsc;
}

type Options = Partial<SmppOptions> & { onDeliver?: (pdu: MessagePdu) => Promise<void> };

function session(port: number, { onDeliver, ...options }: Options = {}): SmppSession & { states: SmppState[] } {
  const states: SmppState[] = [];
  const made = connectSmpp(
    { host: "127.0.0.1", port, systemId: "jibu", password: "secret", reconnectMs: 20, reconnectMaxMs: 80, ...options },
    { onDeliver: onDeliver ?? (async () => {}), onState: (state) => void states.push(state) },
  );
  ends.push(made.stop);
  return { ...made, states };
}

async function bound(made: SmppSession): Promise<void> {
  await vi.waitFor(() => expect(made.ready()).toBe(true), { timeout: 5000, interval: 5 });
}

function sms(text = "Habari"): Body & { command: "submit_sm" } {
  return { command: "submit_sm", source: "JIBU", destination: "254712345678", shortMessage: Buffer.from(text) };
}

/** A message centre that does only what a test says. */
async function scripted(onPdu: (pdu: Pdu, link: Link, socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  function heard(pdu: Pdu, link: Link, socket: Socket): void {
    if (pdu.command === "unbind") link.write({ command: "unbind_resp" }, pdu.sequence);
    else onPdu(pdu, link, socket);
  }
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    const link = speakSmpp(socket, { pdu: (pdu) => heard(pdu, link, socket), down: () => sockets.delete(socket) });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

const bindOk = (pdu: Pdu, link: Link): boolean => {
  if (pdu.command !== "bind_transceiver") return false;
  link.write({ command: "bind_transceiver_resp", systemId: "test" }, pdu.sequence);
  return true;
};

describe("a session", () => {
  it("binds, submits and gets the carrier's message id", async () => {
    const smsc = await centre({ accounts: { jibu: "secret" } });
    const made = session(smsc.port);
    await bound(made);
    expect(await made.submit(sms())).toMatchObject({ kind: "sent", messageId: expect.stringMatching(/^73\d{17}$/) });
    expect(smsc.handset("254712345678")).toMatchObject([{ text: "Habari", peer: "JIBU" }]);
  });

  it("says why the bind was refused and tries again", async () => {
    const smsc = await centre({ accounts: { jibu: "another" } });
    const made = session(smsc.port);
    await vi.waitFor(() => expect(made.states.filter((one) => one.state === "refused").length).toBeGreaterThan(1));
    expect(made.states).toContainEqual({ state: "refused", code: 0x0e });
    smsc.settings.accounts = null;
    await bound(made);
  });

  it("never has more than its window in flight", async () => {
    const smsc = await centre({ latencyMs: 5 });
    const made = session(smsc.port, { window: 7, urgentShare: 0 });
    await bound(made);
    const results = await Promise.all(Array.from({ length: 200 }, () => made.submit(sms())));
    expect(results.every((result) => result.kind === "sent")).toBe(true);
    expect(smsc.counts().maxUnanswered).toBe(7);
  });

  it("keeps its rate cap on a real link", async () => {
    const smsc = await centre();
    const made = session(smsc.port, { window: 500, tps: 50 });
    await bound(made);
    const from = performance.now();
    await Promise.all(Array.from({ length: 55 }, () => made.submit(sms())));
    // The 51st may not leave in the same second as the first.
    expect(performance.now() - from).toBeGreaterThan(1000);
  });

  it("backs off when throttled and loses nothing that its caller sends again", async () => {
    const smsc = await centre({ throttleAbove: 5 });
    const made = session(smsc.port, { window: 10, backoffMs: 300 });
    await bound(made);
    const waiting = Array.from({ length: 8 }, (_, n) => `message ${n}`);
    while (waiting.length > 0) {
      const batch = waiting.splice(0);
      const results = await Promise.all(batch.map((text) => made.submit(sms(text))));
      for (const [index, result] of results.entries()) {
        if (result.kind !== "sent") {
          expect(result.kind).toBe("throttled");
          waiting.push(batch[index] ?? "");
        }
      }
    }
    expect(smsc.counts()).toMatchObject({ accepted: 8, distinct: 8, repeated: 0 });
    expect(smsc.counts().throttled).toBeGreaterThan(0);
  });

  it("acknowledges a delivery only when it is stored, and asks for it again when it is not", async () => {
    const smsc = await centre();
    const got: string[] = [];
    const storing: (() => void)[] = [];
    const made = session(smsc.port, {
      async onDeliver(pdu) {
        got.push(pdu.shortMessage.toString());
        if (got.length === 1) throw new Error("the database is away");
        await new Promise<void>((resolve) => void storing.push(resolve));
      },
    });
    await bound(made);
    const answered = smsc.answer("254712345678", "20880", "STOP");
    await vi.waitFor(() => expect(storing).toHaveLength(1), { timeout: 5000 });
    expect(got).toEqual(["STOP", "STOP"]);
    expect(smsc.counts().acknowledged).toBe(0);
    storing[0]?.();
    await answered;
    expect(smsc.counts().acknowledged).toBe(1);
  });

  it("answers enquire_link, and unknown commands by generic_nack", async () => {
    const seen: Pdu[] = [];
    const port = await scripted((pdu, link, socket) => {
      if (!bindOk(pdu, link)) {
        seen.push(pdu);
        return;
      }
      link.write({ command: "enquire_link" }, 41);
      setImmediate(() => socket.write(Buffer.from("00000010000001030000000000000042", "hex")));
    });
    await bound(session(port));
    await vi.waitFor(() => expect(seen).toHaveLength(2));
    expect(seen).toMatchObject([
      { command: "enquire_link_resp", sequence: 41 },
      { command: "generic_nack", sequence: 0x42, status: 3 },
    ]);
  });

  it("destroys a link that leaves enquire_link without an answer, and binds again", async () => {
    const smsc = await centre({ deaf: true });
    const made = session(smsc.port, { enquireMs: 30, enquireAnswerMs: 30 });
    await vi.waitFor(() => expect(smsc.counts().binds).toBeGreaterThan(2), { timeout: 5000 });
    expect(made.states).toContainEqual(expect.objectContaining({ reason: "enquire_link had no answer in time" }));
    smsc.settings.deaf = false;
    await bound(made);
  });

  it("destroys a link that leaves a submit without an answer: that one is unknown, and the next goes out", async () => {
    const smsc = await centre({ silentRate: 1 });
    const made = session(smsc.port, { responseMs: 300 });
    await bound(made);
    expect(await made.submit(sms("first"))).toMatchObject({ kind: "unknown" });
    smsc.settings.silentRate = 0;
    await bound(made);
    expect(await made.submit(sms("second"))).toMatchObject({ kind: "sent" });
  });

  it("comes back after the message centre was away, at 1, 2, 4 … times the first pause", async () => {
    const gone = await startSmsc();
    await gone.close();
    const made = session(gone.port, { reconnectMs: 5, reconnectMaxMs: 40 });
    await vi.waitFor(() => expect(made.states.filter((one) => one.state === "down").length).toBeGreaterThan(5));
    const pauses = made.states.flatMap((one) => (one.state === "down" ? [one.againMs] : []));
    expect(pauses.slice(0, 6)).toEqual([5, 10, 20, 40, 40, 40]);
    await centre({ port: gone.port });
    await bound(made);
  });

  it("submits nothing while it is down, and says so at once", async () => {
    const gone = await startSmsc();
    await gone.close();
    const made = session(gone.port);
    expect(await made.submit(sms())).toMatchObject({ kind: "unsent" });
  });

  it("the message centre may end the session", async () => {
    let binds = 0;
    const port = await scripted((pdu, link) => {
      if (bindOk(pdu, link) && ++binds === 1) link.write({ command: "unbind" }, 1);
    });
    const made = session(port);
    await vi.waitFor(() => expect(binds).toBe(2), { timeout: 5000 });
    await bound(made);
  });

  it("stop waits for answers, unbinds, and leaves no socket and no timer", async () => {
    const smsc = await centre({ latencyMs: 50 });
    const running = new Set<number>();
    let serial = 0;
    const clock = {
      now: () => performance.now(),
      after(ms: number, run: () => void) {
        const id = ++serial;
        running.add(id);
        const timer = setTimeout(() => {
          running.delete(id);
          run();
        }, ms);
        return () => {
          running.delete(id);
          clearTimeout(timer);
        };
      },
    };
    const made = session(smsc.port, { clock, window: 2, urgentShare: 0 });
    await bound(made);
    const results = Promise.all([made.submit(sms("a")), made.submit(sms("b")), made.submit(sms("c"))]);
    await vi.waitFor(() => expect(smsc.counts().submitted).toBe(2));
    await made.stop();
    expect((await results).map((result) => result.kind)).toEqual(["sent", "sent", "unsent"]);
    expect(made.ready()).toBe(false);
    expect(made.states.at(-1)).toEqual({ state: "stopped" });
    expect(running.size).toBe(0);
    expect(await made.submit(sms())).toMatchObject({ kind: "unsent" });
  });

  it("stop ends in time when the carrier says nothing, also before the first bind", async () => {
    const silent = await scripted((pdu, link) => void bindOk(pdu, link));
    const made = session(silent, { stopMs: 30 });
    await bound(made);
    const result = made.submit(sms());
    await made.stop();
    expect(await result).toMatchObject({ kind: "unknown" });
    const unborn = session(silent);
    await unborn.stop();
    expect(unborn.states.at(-1)).toEqual({ state: "stopped" });
  });
});
