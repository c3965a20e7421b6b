import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { mp3Bitrate } from "../../services/voice/recordings/mp3";
import { openAsteriskExchange, openSandboxExchange, soon, type TestExchange } from "./exchanges.fixture";

const sound = { id: 1, name: "Welcome", words: "Press 1.", url: "/files/1?expires=2&signature=3" };
const agent = { to: "1001", seconds: 20, headers: ["X-Called-Number: +254709000100", "X-Queue-Reference: q-1"] };

/** Whether a promise has come to its end. */
async function isOver(promise: Promise<unknown>): Promise<boolean> {
  const open = Symbol();
  return (await Promise.race([promise, new Promise((resolve) => setImmediate(resolve, open))])) !== open;
}

describe.each([
  ["the sandbox's PBX", openSandboxExchange],
  ["Asterisk", openAsteriskExchange],
] as const)("a call flow over %s", (_, open) => {
  let exchange: TestExchange;
  beforeAll(async () => {
    exchange = await open();
  });
  afterAll(() => exchange.close());

  it("plays a sound to its end", async () => {
    const { reference, driver } = await exchange.call();
    const played = driver.play(reference, sound);
    expect(await isOver(played)).toBe(false);
    await played;
  });

  it("stops a sound when a key is pressed, and tells the key", async () => {
    const { reference, driver, told } = await exchange.call();
    const played = driver.play(reference, sound);
    exchange.press(reference, "7");
    exchange.press(reference, "#");
    await vi.waitFor(() => expect(told).toEqual(["7", "#"]), soon);
    await driver.stop(reference);
    await played;
  });

  it("says the place in the queue and lets the caller wait", async () => {
    const { reference, driver } = await exchange.call();
    await driver.announce(reference, 3);
    await driver.hold(reference);
    expect(exchange.isUp(reference)).toBe(true);
  });

  it("rings an agent whose phone is there, who answers", async () => {
    const { reference, driver } = await exchange.call();
    await vi.waitFor(() => expect(driver.isReachable("1001")).toBe(true), soon);
    expect(driver.isReachable("1002")).toBe(false);
    const rung = driver.ring(reference, agent);
    await vi.waitFor(async () => {
      exchange.pickUp();
      expect(await isOver(rung)).toBe(true);
    }, soon);
    expect(await rung).toBe(true);
  });

  it("gives a ringing phone up when it is stopped, and the caller stays", async () => {
    const { reference, driver } = await exchange.call();
    const rung = driver.ring(reference, agent);
    expect(await isOver(rung)).toBe(false);
    await driver.stop(reference);
    expect(await rung).toBe(false);
    expect(exchange.isUp(reference)).toBe(true);
  });

  it("records a message as an mp3 with its length", async () => {
    const { reference, driver } = await exchange.call();
    const message = driver.record(reference, 60);
    await vi.waitFor(async () => {
      exchange.speak(reference, 3);
      expect(await isOver(message)).toBe(true);
    }, soon);
    const heard = await message;
    expect(heard?.seconds).toBeCloseTo(3, 1);
    expect(mp3Bitrate(heard?.bytes ?? new Uint8Array())).toBe(32);
  });

  it("has no message where the recording is stopped", async () => {
    const { reference, driver } = await exchange.call();
    const message = driver.record(reference, 60);
    expect(await isOver(message)).toBe(false);
    await driver.stop(reference);
    expect(await message).toBeUndefined();
  });

  it("settles what goes on when the caller hangs up, and tells it once", async () => {
    const { reference, driver, told } = await exchange.call();
    const message = driver.record(reference, 60);
    exchange.hangUp(reference);
    await message;
    await vi.waitFor(() => expect(told).toEqual(["gone"]), soon);
    const second = await exchange.call();
    const rung = second.driver.ring(second.reference, agent);
    exchange.hangUp(second.reference);
    expect(await rung).toBe(false);
    await vi.waitFor(() => expect(second.told).toEqual(["gone"]), soon);
  });

  it("hangs up without telling that the caller went, and twice does no harm", async () => {
    const { reference, driver, told } = await exchange.call();
    const played = driver.play(reference, sound);
    await driver.hangUp(reference);
    await played;
    await driver.hangUp(reference);
    await driver.stop(reference);
    expect(exchange.isUp(reference)).toBe(false);
    expect(told).toEqual([]);
  });
});
