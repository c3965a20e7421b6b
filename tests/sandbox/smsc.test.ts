import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import { afterEach, describe, expect, it, vi } from "vitest";
import { startSmsc } from "../../sandbox/smsc";
import type { SmscOptions } from "../../sandbox/smsc-settings";
import { type SmppConnector, smpp } from "../../services/connectors/smpp/smpp";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function centre(options: SmscOptions = {}) {
  const smsc = await startSmsc(options);
  ends.push(smsc.close);
  return smsc;
}

async function customer(port: number, name = "jibu"): Promise<SmppConnector & { receipts: string[] }> {
  const receipts: string[] = [];
  const made = smpp.start(
    { url: `smpp://${name}:secret@127.0.0.1:${port}`, window: 100 },
    {
      onReceipt: async (receipt) => void receipts.push(receipt.state),
      onMessage: async () => {},
      timing: { reconnectMs: 20 },
    },
  );
  ends.push(made.stop);
  await vi.waitFor(() => expect(made.ready()).toBe(true), { timeout: 5000 });
  return { ...made, receipts };
}

function to(n: number): string {
  return `+2547${String(n).padStart(8, "0")}`;
}

describe("the message centre", () => {
  it("shows each phone its texts, both ways, and all phones' latest first", async () => {
    const smsc = await centre();
    const { send } = await customer(smsc.port);
    await send({ id: "1", to: to(1), from: "SAVANNA", text: "Habari Asha" });
    await send({ id: "2", to: to(2), from: "SAVANNA", text: "Habari Juma" });
    await smsc.answer(to(1), "SAVANNA", "Nzuri");
    expect(smsc.handset(to(1)).map((text) => [text.direction, text.text])).toEqual([
      ["in", "Habari Asha"],
      ["out", "Nzuri"],
    ]);
    expect(smsc.inbox().map((text) => text.text)).toEqual(["Nzuri", "Habari Juma", "Habari Asha"]);
    expect(smsc.inbox({ text: "Juma" })).toHaveLength(1);
    expect(smsc.numbers()).toEqual(["254700000001", "254700000002"]);
  });

  it("tells its listeners about each whole text, until they leave", async () => {
    const smsc = await centre();
    const heard: string[] = [];
    const leave = smsc.on((text) => heard.push(text.text));
    const { send } = await customer(smsc.port);
    await send({ id: "1", to: to(1), from: "SAVANNA", text: "a".repeat(400) });
    leave();
    await send({ id: "2", to: to(1), from: "SAVANNA", text: "b" });
    expect(heard).toEqual(["a".repeat(400)]);
  });

  it("mixes outcomes by their shares, the same in each run", async () => {
    const runs = [];
    for (const _ of [1, 2]) {
      const smsc = await centre({ outcomes: { delivered: 0.8, failed: 0.15, expired: 0.05 } });
      const made = await customer(smsc.port);
      for (let n = 0; n < 200; n++) await made.send({ id: String(n), to: to(n), from: "SAVANNA", text: "x" });
      await vi.waitFor(() => expect(made.receipts).toHaveLength(200));
      runs.push(made.receipts);
    }
    const [first = [], second] = runs;
    expect(first).toEqual(second);
    const delivered = first.filter((state) => state === "delivered").length;
    expect(delivered).toBeGreaterThan(140);
    expect(delivered).toBeLessThan(180);
    expect(new Set(first)).toEqual(new Set(["delivered", "failed", "expired"]));
  });

  it("counts a message that comes twice, and only that", async () => {
    const smsc = await centre();
    const { send } = await customer(smsc.port);
    const text = "c".repeat(200);
    await send({ id: "1", to: to(1), from: "SAVANNA", text });
    await send({ id: "2", to: to(1), from: "SAVANNA", text });
    expect(smsc.duplicates()).toEqual([]);
    await send({ id: "1", to: to(1), from: "SAVANNA", text });
    expect(smsc.duplicates().map((one) => one.times)).toEqual([2, 2]);
    expect(smsc.counts()).toMatchObject({ accepted: 6, distinct: 4, repeated: 2 });
  });

  it("breaks the link after a set number of submits, the last one taken but not answered", async () => {
    const smsc = await centre({ dropAfter: 3 });
    const { send } = await customer(smsc.port);
    const results = [];
    for (const id of ["1", "2", "3"]) results.push(await send({ id, to: to(1), from: "SAVANNA", text: id }));
    expect(results.map((one) => one.parts[0]?.result.kind)).toEqual(["sent", "sent", "unknown"]);
    expect(smsc.counts().accepted).toBe(3);
  });

  it("keeps customers apart: receipts and answers go to who sent", async () => {
    const smsc = await centre();
    const one = await customer(smsc.port, "one");
    const two = await customer(smsc.port, "two");
    await one.send({ id: "1", to: to(1), from: "SAVANNA", text: "x" });
    await vi.waitFor(() => expect(one.receipts).toEqual(["delivered"]));
    await smsc.answer(to(1), "SAVANNA", "y");
    expect(one.stats().delivered).toBe(2);
    expect(two.stats().delivered).toBe(0);
  });

  it("its memory is bounded", async () => {
    const smsc = await centre({ texts: 3, phones: 8, keys: 12 });
    const { send } = await customer(smsc.port);
    for (let n = 0; n < 60; n++) await send({ id: String(n), to: to(n % 20), from: "SAVANNA", text: `text ${n}` });
    for (let n = 0; n < 5; n++) await send({ id: `x${n}`, to: to(19), from: "SAVANNA", text: `more ${n}` });
    // A quarter more than was asked for, because the oldest go together.
    expect(smsc.numbers().length).toBeLessThanOrEqual(10);
    expect(smsc.handset(to(19)).map((text) => text.text)).toEqual(["more 2", "more 3", "more 4"]);
    expect(smsc.handset(to(0))).toEqual([]);
    expect(smsc.counts().distinct).toBeLessThanOrEqual(15);
  });
});

describe("the message centre as a process of its own", () => {
  async function start() {
    const folder = await mkdtemp(join(tmpdir(), "smsc-"));
    ends.push(() => rm(folder, { recursive: true }));
    const outfile = join(folder, "smsc.mjs");
    await build({ entryPoints: ["sandbox/smsc-main.ts"], outfile, bundle: true, platform: "node", format: "esm" });
    const child = spawn(process.execPath, [outfile], { stdio: ["pipe", "pipe", "inherit"] });
    ends.push(() => child.kill("SIGKILL"));
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    async function next(): Promise<Record<string, unknown>> {
      return JSON.parse(String((await lines.next()).value));
    }
    function ask(question: object | string): Promise<Record<string, unknown>> {
      child.stdin.write(`${typeof question === "string" ? question : JSON.stringify(question)}\n`);
      return next();
    }
    const { port } = await next();
    return { child, ask, port: Number(port) };
  }

  it("says its port, answers questions, and ends with whoever started it", async () => {
    const { child, ask, port } = await start();
    const { send } = await customer(port);
    await send({ id: "1", to: to(1), from: "SAVANNA", text: "Habari" });
    expect(await ask({ do: "counts" })).toMatchObject({ counts: { accepted: 1, distinct: 1 } });
    expect(await ask({ do: "handset", msisdn: to(1) })).toMatchObject({ handset: [{ text: "Habari" }] });
    expect(await ask({ do: "duplicates" })).toEqual({ duplicates: [] });
    expect(await ask({ do: "settings", change: { throttleRate: 1 } })).toMatchObject({ settings: { throttleRate: 1 } });
    expect((await send({ id: "2", to: to(1), from: "S", text: "x" })).parts[0]?.result.kind).toBe("throttled");
    expect(await ask("not json")).toMatchObject({ error: expect.any(String) });
    expect(await ask({ do: "settings", change: { throttleRate: 7 } })).toMatchObject({ error: expect.any(String) });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.stdin.end();
    expect(await ended).toBe(0);
  });
});
