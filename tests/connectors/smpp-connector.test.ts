import { afterEach, describe, expect, it, vi } from "vitest";
import { type Smsc, startSmsc } from "../../sandbox/smsc";
import { type ReceiptShape, receiptShapes } from "../../sandbox/smsc-receipts";
import type { SmscOptions } from "../../sandbox/smsc-settings";
import { memoryParts } from "../../services/connectors/smpp/reassemble";
import {
  type MessageEvent,
  type ReceiptEvent,
  type SmppConnector,
  type SmppHooks,
  type SmppSettings,
  type Sms,
  smpp,
} from "../../services/connectors/smpp/smpp";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

type Rig = { smsc: Smsc; connector: SmppConnector; receipts: ReceiptEvent[]; messages: MessageEvent[] };

async function rig(
  centre: SmscOptions = {},
  settings: Partial<SmppSettings> = {},
  hooks: Partial<SmppHooks> = {},
): Promise<Rig> {
  const smsc = await startSmsc(centre);
  ends.push(smsc.close);
  const receipts: ReceiptEvent[] = [];
  const messages: MessageEvent[] = [];
  const connector = smpp.start(
    { url: `smpp://jibu:s%40fe@127.0.0.1:${smsc.port}`, window: 50, ...settings },
    {
      onReceipt: async (receipt) => void receipts.push(receipt),
      onMessage: async (message) => void messages.push(message),
      timing: { reconnectMs: 20, backoffMs: 50 },
      ...hooks,
    },
  );
  ends.push(connector.stop);
  await vi.waitFor(() => expect(connector.ready()).toBe(true), { timeout: 5000, interval: 5 });
  return { smsc, connector, receipts, messages };
}

let serial = 0;
function sms(text: string, more: Partial<Sms> = {}): Sms {
  return { id: `m${++serial}`, to: "+254712345678", from: "SAVANNA", text, ...more };
}

const long = "Bei mpya ya unga ni [KES 230] kwa pakiti. ".repeat(10);

describe("settings", () => {
  it.each(["http://a:b@c", "smpp://host:2775", "nonsense", "smpp://"])("%s is no SMPP address", (url) => {
    expect(smpp.settings.safeParse({ url }).success).toBe(false);
  });

  it("has safe defaults and refuses unknown names", () => {
    expect(smpp.settings.parse({ url: "smpp://a:b@carrier.example:2775" })).toMatchObject({ window: 10, tps: 0 });
    expect(smpp.settings.safeParse({ url: "smpp://a:b@c", windows: 1 }).success).toBe(false);
  });
});

describe("sending", () => {
  it("logs in with the address's credentials and reports each part with its provider id", async () => {
    const { smsc, connector } = await rig({ accounts: { jibu: "s@fe" } });
    const { parts } = await connector.send(sms(long));
    expect(parts.map((part) => part.n)).toEqual([1, 2, 3]);
    for (const part of parts) expect(part).toMatchObject({ result: { kind: "sent" }, providerId: expect.any(String) });
    expect(new Set(parts.map((part) => part.providerId)).size).toBe(3);
    expect(smsc.handset("254712345678")).toMatchObject([{ text: long, parts: 3, peer: "SAVANNA" }]);
  });

  it("emoji arrive whole, also at the seam of two parts", async () => {
    const { smsc, connector } = await rig();
    const text = `${"a".repeat(66)}${"😀".repeat(50)}`;
    await connector.send(sms(text));
    expect(smsc.handset("254712345678").at(-1)?.text).toBe(text);
  });

  it("gives each destination its own run of references", async () => {
    const { connector } = await rig();
    const one = await connector.send(sms(long));
    await connector.send(sms(long, { to: "+254700000001" }));
    const two = await connector.send(sms(long));
    expect(two.ref).toBe((one.ref + 1) & 0xff);
  });

  it("two long texts to one phone at the same time do not mix", async () => {
    const { smsc, connector } = await rig();
    await Promise.all([connector.send(sms(long)), connector.send(sms(long.toUpperCase()))]);
    const texts = smsc.handset("254712345678").map((text) => text.text);
    expect(texts.sort()).toEqual([long, long.toUpperCase()].sort());
  });

  it("a part that was throttled goes again alone, under the same reference", async () => {
    const { smsc, connector } = await rig({ throttleAbove: 2 }, { window: 1 });
    const message = sms(long);
    let { ref, parts } = await connector.send(message);
    while (parts.some((part) => part.result.kind !== "sent")) {
      const again = { ref, parts: parts.filter((part) => part.result.kind !== "sent").map((part) => part.n) };
      ({ ref, parts } = await connector.send({ ...message, again }));
    }
    expect(smsc.handset("254712345678")).toMatchObject([{ text: long }]);
    expect(smsc.counts()).toMatchObject({ accepted: 3, repeated: 0 });
  });

  it("the same id while it is under way is one message", async () => {
    const { smsc, connector } = await rig({ latencyMs: 20 });
    const message = sms("Mara moja");
    const [one, two] = await Promise.all([connector.send(message), connector.send(message)]);
    expect(one).toBe(two);
    expect(smsc.counts().accepted).toBe(1);
  });

  it.each([
    ["a number without +", { to: "254712345678" }, 0x0b],
    ["a sender id that is too long", { from: "SAVANNATRADERS" }, 0x0a],
    ["a sender id outside ASCII", { from: "ΣAVANNA" }, 0x0a],
    ["no text", { text: "" }, 0x01],
    ["more than 255 parts", { text: "a".repeat(153 * 255 + 1) }, 0x01],
  ])("%s is refused with the carrier's own code", async (_name, wrong, code) => {
    const { smsc, connector } = await rig();
    const { parts } = await connector.send({ ...sms("x"), ...wrong });
    expect(parts).toEqual([{ n: 1, result: { kind: "refused", code, temporary: false } }]);
    expect(smsc.counts().submitted).toBe(0);
  });

  it("a carrier's permanent refusal comes back with its code", async () => {
    const { connector } = await rig({ errorRate: { 11: 1 } });
    expect((await connector.send(sms("x"))).parts).toMatchObject([{ result: { kind: "refused", code: 0x0b } }]);
  });

  it("whole in message_payload where the carrier splits it itself", async () => {
    const { smsc, connector } = await rig({}, { longMessages: "payload" });
    expect((await connector.send(sms(long))).parts).toHaveLength(1);
    expect(smsc.handset("254712345678")).toMatchObject([{ text: long, parts: 1 }]);
  });

  it("an urgent message passes a full blast", async () => {
    const { smsc, connector } = await rig({ latencyMs: 30 }, { window: 10 });
    const order: string[] = [];
    const blast = Array.from({ length: 200 }, (_, n) =>
      connector.send(sms(`bulk ${n}`)).then(() => order.push("bulk")),
    );
    await connector.send(sms("OTP 1234", { urgent: true })).then(() => order.push("urgent"));
    expect(order.indexOf("urgent")).toBeLessThan(10);
    await Promise.all(blast);
    expect(smsc.counts().accepted).toBe(201);
  });
});

describe("receipts", () => {
  const kinds: Partial<Record<ReceiptShape, Partial<SmppSettings>>> = {
    hex: { answerId: "hex", receiptId: "decimal" },
  };

  it.each(receiptShapes)("of the shape %s name the part they belong to", async (shape) => {
    const { connector, receipts } = await rig({ receiptShape: shape }, kinds[shape]);
    const { parts } = await connector.send(sms(long));
    await vi.waitFor(() => expect(receipts).toHaveLength(3));
    const ids = parts.map((part) => part.providerId);
    expect(receipts.map((receipt) => receipt.providerId).sort()).toEqual(ids.sort());
    expect(receipts.every((receipt) => receipt.state === "delivered" && receipt.final)).toBe(true);
  });

  it("tell failed from expired, with the carrier's error", async () => {
    const { smsc, connector, receipts } = await rig({ outcomes: { failed: 1 } });
    await connector.send(sms("one"));
    smsc.settings.outcomes = { expired: 1 };
    await connector.send(sms("two"));
    await vi.waitFor(() => expect(receipts).toHaveLength(2));
    expect(receipts.map(({ state, error }) => [state, error])).toEqual([
      ["failed", "027"],
      ["expired", "005"],
    ]);
  });

  it("may come before the answer to the submit", async () => {
    const { connector, receipts } = await rig({ receiptFirst: true, latencyMs: 0 });
    const { parts } = await connector.send(sms("x"));
    expect(receipts.map((receipt) => receipt.providerId)).toEqual([parts[0]?.providerId]);
  });

  it("wait at the message centre while we are away, and while they cannot be stored", async () => {
    let away = true;
    const stored: string[] = [];
    const { smsc, connector } = await rig(
      { receiptDelayMs: 30 },
      {},
      {
        async onReceipt(receipt) {
          if (away) throw new Error("the database is away");
          stored.push(receipt.providerId);
        },
      },
    );
    const { parts } = await connector.send(sms("x"));
    smsc.drop();
    await vi.waitFor(() => expect(connector.stats().reconnects).toBeGreaterThan(0));
    away = false;
    await vi.waitFor(() => expect(stored).toEqual([parts[0]?.providerId]), { timeout: 5000 });
    await vi.waitFor(() => expect(smsc.counts().acknowledged).toBe(1));
  });
});

describe("messages from handsets", () => {
  it("arrive with their sender in E.164, and nothing is mistaken for a receipt", async () => {
    const { smsc, messages, receipts } = await rig();
    await smsc.answer("+254712345678", "20880", "id:1 stat:DELIVRD");
    expect(messages).toEqual([{ from: "+254712345678", to: "20880", text: "id:1 stat:DELIVRD", providerRef: null }]);
    expect(receipts).toEqual([]);
  });

  it.each(["udh8", "udh16", "sar", "payload"] as const)("long ones by %s come whole, in any order", async (shape) => {
    const { smsc, messages } = await rig();
    const text = `${long} 😀 asante`;
    const count = shape === "payload" ? 1 : 7;
    const order = Array.from({ length: count }, (_, index) => count - 1 - index);
    await smsc.answer("254712345678", "20880", text, { long: shape, order });
    expect(messages.map((message) => message.text)).toEqual([text]);
  });

  it("a long one that could not be stored comes again under the same reference, and once only", async () => {
    const seen: MessageEvent[] = [];
    const parts = memoryParts();
    const { smsc } = await rig(
      {},
      {},
      {
        parts,
        async onMessage(message) {
          seen.push(message);
          if (seen.length === 1) throw new Error("the database is away");
        },
      },
    );
    await smsc.answer("254712345678", "20880", long);
    expect(seen).toHaveLength(2);
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]?.providerRef).toContain("254712345678|20880|8:");
  });
});
