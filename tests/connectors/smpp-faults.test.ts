import { once } from "node:events";
import type { AddressInfo } from "node:net";
import smppPackage, { type Session } from "smpp";
import { afterEach, describe, expect, it, vi } from "vitest";
import { startSmsc } from "../../sandbox/smsc";
import type { MessagePdu, SubmitSm } from "../../services/connectors/smpp/pdu";
import { parseDeliveryReceipt } from "../../services/connectors/smpp/receipt";
import { connectSmpp, type SmppSession } from "../../services/connectors/smpp/session";
import { toGsm, toUcs2 } from "../../services/connectors/smpp/text";

// The npm package `smpp` is what most of the world speaks: both directions must understand it, and none of the faults
// found in it (a deaf session after a malformed frame, callbacks that never come, Nagle's delay, guessed encodings)
// may be ours.

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function connect(
  port: number,
  onDeliver: (pdu: MessagePdu) => Promise<void> = async () => {},
  window = 100,
): SmppSession {
  const made = connectSmpp(
    { host: "127.0.0.1", port, systemId: "jibu", password: "secret", reconnectMs: 10, window },
    { onDeliver },
  );
  ends.push(made.stop);
  return made;
}

async function bound(made: SmppSession): Promise<void> {
  await vi.waitFor(() => expect(made.ready()).toBe(true), { timeout: 5000, interval: 5 });
}

const habari: SubmitSm = {
  command: "submit_sm",
  source: "JIBU",
  sourceTon: 5,
  destination: "254712345678",
  registeredDelivery: 1,
  shortMessage: toGsm("Habari @ 100"),
};

describe("fault 1: malformed frames", () => {
  it.each([0, 4, 5, 8, 15, 20_000, 0xffffffff])(
    "length %i: the link is alive again and messages flow",
    async (length) => {
      const smsc = await startSmsc();
      ends.push(smsc.close);
      // A length that is allowed but never filled is noticed by the enquire_link watchdog.
      const made = connectSmpp(
        {
          host: "127.0.0.1",
          port: smsc.port,
          systemId: "jibu",
          password: "s",
          reconnectMs: 10,
          enquireMs: 40,
          enquireAnswerMs: 500,
        },
        { onDeliver: async () => {} },
      );
      ends.push(made.stop);
      await bound(made);
      const bad = Buffer.alloc(24);
      bad.writeUInt32BE(length, 0);
      bad.writeUInt32BE(0x15, 4);
      smsc.inject(bad);
      await vi.waitFor(() => expect(smsc.counts().binds).toBe(2), { timeout: 5000 });
      await bound(made);
      expect(await made.submit(habari)).toMatchObject({ kind: "sent" });
    },
  );

  it.each([0, 4, 5, 8, 15, 0xffffffff])(
    "length %i sent to the message centre ends only that connection",
    async (length) => {
      const smsc = await startSmsc();
      ends.push(smsc.close);
      const made = connect(smsc.port);
      await bound(made);
      const bad = smppPackage.connect({ host: "127.0.0.1", port: smsc.port });
      bad.on("error", () => {});
      await once(bad, "connect");
      const frame = Buffer.alloc(16);
      frame.writeUInt32BE(length, 0);
      bad.socket.write(frame);
      await once(bad, "close");
      expect(await made.submit(habari)).toMatchObject({ kind: "sent" });
    },
  );

  it("a body that cannot be read is refused by name, and the link goes on", async () => {
    const smsc = await startSmsc();
    ends.push(smsc.close);
    const made = connect(smsc.port);
    await bound(made);
    smsc.inject(Buffer.from("000000120000000500000000000000074142", "hex"));
    expect(await made.submit(habari)).toMatchObject({ kind: "sent" });
    expect(smsc.counts().binds).toBe(1);
  });
});

describe("fault 2: submits in flight when the link drops", () => {
  it("every one of them comes back as unknown, the waiting ones as unsent", async () => {
    const smsc = await startSmsc({ latencyMs: 60_000 });
    ends.push(smsc.close);
    const made = connect(smsc.port, undefined, 10);
    await bound(made);
    const results = Promise.all(Array.from({ length: 25 }, () => made.submit(habari)));
    await vi.waitFor(() => expect(smsc.counts().submitted).toBe(9));
    smsc.drop();
    const kinds = (await results).map((result) => result.kind);
    expect(kinds.filter((kind) => kind === "unknown")).toHaveLength(9);
    expect(kinds.filter((kind) => kind === "unsent")).toHaveLength(16);
    smsc.settings.latencyMs = 0;
    await bound(made);
    expect(await made.submit(habari)).toMatchObject({ kind: "sent" });
  });
});

describe("fault 3: Nagle's delay", () => {
  it("is off, and the submits of one turn leave in one write", async () => {
    const chunks: number[] = [];
    const server = smppPackage.createServer((session) => {
      session.on("bind_transceiver", (pdu) => session.send(pdu.response()));
      session.socket.on("data", (chunk: Buffer) => chunks.push(chunk.length));
      session.on("submit_sm", (pdu) => session.send(pdu.response({ message_id: "1" })));
      session.on("unbind", (pdu) => session.send(pdu.response()));
      session.on("error", () => {});
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    ends.push(() => server.close());
    const { Socket } = await import("node:net");
    const noDelay = vi.spyOn(Socket.prototype, "setNoDelay");
    ends.push(() => noDelay.mockRestore());
    const write = vi.spyOn(Socket.prototype, "write");
    ends.push(() => write.mockRestore());
    const made = connect((server.address() as AddressInfo).port);
    await bound(made);
    expect(noDelay).toHaveBeenCalledWith(true);
    write.mockClear();
    const all = Promise.all(Array.from({ length: 50 }, () => made.submit(habari)));
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    const ours = write.mock.calls.filter(([chunk]) => Buffer.isBuffer(chunk) && chunk.readUInt32BE(4) === 4);
    expect(ours).toHaveLength(1);
    expect((await all).every((result) => result.kind === "sent")).toBe(true);
  });
});

describe("fault 4: encodings, seen by the package as a message centre", () => {
  it("our data_coding and octets arrive as they were decided", async () => {
    const seen: { coding: unknown; octets: string }[] = [];
    const server = smppPackage.createServer((session) => {
      session.on("bind_transceiver", (pdu) => session.send(pdu.response()));
      session.on("unbind", (pdu) => session.send(pdu.response()));
      session.on("error", () => {});
      session.on("submit_sm", (pdu) => {
        const { message } = pdu.short_message as { message: Buffer | string };
        const octets = typeof message === "string" ? message : message.toString("hex");
        seen.push({ coding: pdu.data_coding, octets });
        session.send(pdu.response({ message_id: "18446744073709551615" }));
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    ends.push(() => server.close());
    const made = connect((server.address() as AddressInfo).port);
    await bound(made);
    const result = await made.submit({ ...habari, dataCoding: 0, shortMessage: toGsm("@A@") });
    expect(result).toEqual({ kind: "sent", messageId: "18446744073709551615" });
    await made.submit({ ...habari, dataCoding: 8, shortMessage: toUcs2("á😀") });
    // The package shows data_coding 0 by its own alphabet, so `@` must have come through as 0x00.
    expect(seen).toEqual([
      { coding: 0, octets: "@A@" },
      { coding: 8, octets: "á😀" },
    ]);
  });
});

describe("the package as a client of our message centre", () => {
  async function client(port: number): Promise<Session> {
    const session = smppPackage.connect({ host: "127.0.0.1", port });
    session.on("error", () => {});
    await once(session, "connect");
    ends.push(() => session.destroy());
    return session;
  }

  it("binds, submits, gets receipts and messages, and unbinds", async () => {
    const smsc = await startSmsc({ accounts: { jibu: "secret" } });
    ends.push(smsc.close);
    const session = await client(smsc.port);
    const texts: string[] = [];
    session.on("deliver_sm", (pdu) => {
      texts.push(pdu.short_message.message);
      session.send(pdu.response());
    });
    const refused = await new Promise<number>((resolve) =>
      session.bind_transceiver({ system_id: "jibu", password: "wrong" }, (pdu) => resolve(pdu.command_status)),
    );
    expect(refused).toBe(0x0e);
    const status = await new Promise<number>((resolve) =>
      session.bind_transceiver({ system_id: "jibu", password: "secret" }, (pdu) => resolve(pdu.command_status)),
    );
    expect(status).toBe(0);
    const id = await new Promise<unknown>((resolve) =>
      session.submit_sm(
        {
          source_addr: "JIBU",
          destination_addr: "254712345678",
          registered_delivery: 1,
          data_coding: 0,
          short_message: { message: toGsm("Habari @ nyumbani") },
        },
        (pdu) => resolve(pdu.message_id),
      ),
    );
    expect(smsc.handset("+254712345678")).toMatchObject([{ text: "Habari @ nyumbani" }]);
    await vi.waitFor(() => expect(texts).toHaveLength(1));
    expect(texts[0]).toContain(`id:${id} `);
    await smsc.answer("254712345678", "JIBU", "Sawa [asante]");
    expect(texts[1]).toBe("Sawa [asante]");
    const alive = await new Promise<string>((resolve) => session.enquire_link((pdu) => resolve(pdu.command)));
    expect(alive).toBe("enquire_link_resp");
    const over = await new Promise<string>((resolve) => session.unbind((pdu) => resolve(pdu.command)));
    expect(over).toBe("unbind_resp");
  });
});

describe("the package as a message centre", () => {
  it("its receipts and messages are understood", async () => {
    const server = smppPackage.createServer((session) => {
      session.on("error", () => {});
      session.on("unbind", (pdu) => session.send(pdu.response()));
      session.on("bind_transceiver", (pdu) => {
        session.send(pdu.response());
        session.deliver_sm({
          source_addr: "254712345678",
          destination_addr: "JIBU",
          esm_class: 4,
          short_message: "id:77 stat:DELIVRD err:000",
          receipted_message_id: "77",
          message_state: 2,
        });
        session.deliver_sm({ source_addr: "254712345678", destination_addr: "20880", short_message: "Sawa €" });
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    ends.push(() => server.close());
    const got: MessagePdu[] = [];
    const made = connect((server.address() as AddressInfo).port, async (pdu) => void got.push(pdu));
    await bound(made);
    await vi.waitFor(() => expect(got).toHaveLength(2));
    const [first, second] = got as [MessagePdu, MessagePdu];
    expect(parseDeliveryReceipt(first)).toMatchObject({ id: "77", state: "delivered", final: true });
    expect(parseDeliveryReceipt(second)).toBeNull();
    expect(second).toMatchObject({ source: "254712345678", destination: "20880" });
  });
});
