import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DiallingDriver, PlacedCall } from "../../services/voice/robocalls/driver";
import { openAsteriskExchange, soon } from "./exchanges.fixture";

const sound = { id: 1, name: "Welcome", words: "Press 1.", url: "/files/1?a=1,2" };
const agent = { to: "1001", seconds: 20, headers: ["X-Called-Number: +254709000100", "X-Queue-Reference: q-1"] };

let exchange: Awaited<ReturnType<typeof openAsteriskExchange>>;
beforeEach(async () => {
  exchange = await openAsteriskExchange();
});
afterEach(() => exchange.close());

const legs = () => [...exchange.asterisk.state.legs.values()];
const dialled = () => legs().find(({ channel }) => channel.id.startsWith("jibu-"));

/** A caller who talks with 1001. */
async function talk() {
  const { reference, driver, told } = await exchange.call();
  const rung = driver.ring(reference, agent);
  await vi.waitFor(() => expect(exchange.asterisk.pickUp("PJSIP/1001")).toBeDefined(), soon);
  expect(await rung).toBe(true);
  const leg = dialled()?.channel.id ?? "";
  expect([...exchange.asterisk.state.bridges.values()].map(({ channels }) => channels)).toEqual([[reference, leg]]);
  return { reference, leg, told };
}

describe("a call that enters the Stasis application", () => {
  it("tells numbers in E.164, and leaves a number without a flow to the dialplan", async () => {
    const { reference } = await exchange.call("254709000100");
    expect(exchange.calls.get(reference)?.call).toMatchObject({ number: "+254709000100", from: "+254711000111" });
    const other = exchange.asterisk.call("anonymous", "+254700000000");
    await vi.waitFor(() => expect(exchange.asterisk.requests).toContain(`POST /channels/${other}/continue`), soon);
    expect(exchange.errors).toEqual([]);
  });

  it("fetches the sound from our own address, a comma in it kept apart from a list", async () => {
    const { reference, driver } = await exchange.call();
    const played = driver.play(reference, sound);
    await vi.waitFor(() => expect(exchange.asterisk.state.playbacks.size).toBe(1), soon);
    const [playback] = exchange.asterisk.state.playbacks.values();
    expect(playback?.media).toBe("sound:https://jibu.example/files/1?a=1%2C2");
    await driver.stop(reference);
    await played;
    expect(exchange.asterisk.state.playbacks.size).toBe(0);
  });

  it("dials an agent with the headers that the phone reads, and a number outside over the trunk", async () => {
    const { reference, driver } = await exchange.call();
    const rung = driver.ring(reference, agent);
    await vi.waitFor(() => expect(dialled()).toBeDefined(), soon);
    expect(dialled()?.variables).toEqual({
      "PJSIP_HEADER(add,X-Called-Number)": "+254709000100",
      "PJSIP_HEADER(add,X-Queue-Reference)": "q-1",
    });
    expect(dialled()?.channel.caller.number).toBe("+254711000111");
    await driver.stop(reference);
    expect(await rung).toBe(false);
    const outside = driver.ring(reference, { to: "+254722000333", seconds: 20, headers: [] });
    await vi.waitFor(() => expect(dialled()?.endpoint).toBe("PJSIP/+254722000333@carrier"), soon);
    exchange.asterisk.hangUp(dialled()?.channel.id ?? "");
    expect(await outside).toBe(false);
  });

  it("ends both sides of a conversation whoever hangs up", async () => {
    const first = await talk();
    exchange.asterisk.hangUp(first.leg);
    await vi.waitFor(() => expect(legs()).toEqual([]), soon);
    const second = await talk();
    exchange.asterisk.hangUp(second.reference);
    await vi.waitFor(() => expect(legs()).toEqual([]), soon);
    await vi.waitFor(() => expect(exchange.asterisk.state.bridges.size).toBe(0), soon);
    expect(exchange.errors).toEqual([]);
  });

  it("leaves a caller whom the agent transferred alone", async () => {
    const { reference, leg } = await talk();
    const channel = exchange.asterisk.state.legs.get(leg)?.channel;
    exchange.asterisk.state.send({ type: "BridgeBlindTransfer", result: "Success", channel, exten: "1002" });
    exchange.asterisk.hangUp(leg);
    const { driver, reference: other } = await exchange.call();
    await driver.hold(other);
    expect(exchange.isUp(reference)).toBe(true);
  });
});

describe("a call that we place", () => {
  const placed: PlacedCall = {
    ...{ reference: "jibu-robocall-1", from: "+254709000100", to: "+254722000333", ringSeconds: 20, onMachine: "off" },
  };
  const phone = "PJSIP/+254722000333@carrier";
  async function place(more: Partial<PlacedCall> = {}) {
    await vi.waitFor(() => expect(exchange.placing.driver).toBeDefined(), soon);
    const told: string[] = [];
    const driver = exchange.placing.driver as DiallingDriver;
    const result = driver.dial(
      { ...placed, ...more },
      (event) => void told.push(event.type === "key" ? event.key : event.type),
    );
    await vi.waitFor(() => expect(dialled()).toBeDefined(), soon);
    return { driver, told, result };
  }

  it("goes over the trunk with our number; what the person does is told, and it is hung up", async () => {
    const { driver, told, result } = await place();
    expect(dialled()).toMatchObject({ endpoint: "PJSIP/+254722000333@carrier", channel: { id: placed.reference } });
    expect(dialled()?.channel.caller.number).toBe(placed.from);
    exchange.asterisk.pickUp(phone);
    expect(await result).toEqual({ result: "answered", by: "unknown" });
    const played = driver.play(placed.reference, sound);
    await vi.waitFor(() => expect(exchange.asterisk.state.playbacks.size).toBe(1), soon);
    exchange.press(placed.reference, "1");
    await vi.waitFor(() => expect(told).toEqual(["1"]), soon);
    await driver.stop(placed.reference);
    await played;
    await driver.hangUp(placed.reference);
    expect(legs()).toEqual([]);
    expect(exchange.errors).toEqual([]);
  });

  it("is told when the person hangs up", async () => {
    const { told, result } = await place();
    exchange.asterisk.pickUp(phone);
    expect(await result).toEqual({ result: "answered", by: "unknown" });
    exchange.hangUp(placed.reference);
    await vi.waitFor(() => expect(told).toEqual(["gone"]), soon);
  });

  it.each([
    [17, "busy"],
    [21, "busy"],
    [34, "busy"],
    [19, "no_answer"],
    [20, "no_answer"],
    [1, "failed"],
    [28, "failed"],
  ])("that ends with cause %i before it is answered is %s", async (cause, expected) => {
    const { result, told } = await place();
    exchange.asterisk.state.destroy(placed.reference, cause);
    expect(await result).toEqual({ result: expected });
    expect(told).toEqual([]);
  });

  it("is not answered after its time, and fails where there is no way out", async () => {
    const { driver, result } = await place({ ringSeconds: 1 });
    expect(await result).toEqual({ result: "no_answer" });
    exchange.asterisk.failNext(/^POST \/channels\//, 500, "Allocation failed");
    expect(await driver.dial(placed, () => undefined)).toEqual({ result: "failed" });
    exchange.asterisk.failNext(/^POST \/channels\//, 503, "Asterisk is going down");
    await expect(driver.dial(placed, () => undefined)).rejects.toThrow("Asterisk is going down");
  });

  it("is not placed while no events arrive, and is ended after a restart", async () => {
    const { result } = await place();
    exchange.asterisk.pickUp(phone);
    expect(await result).toEqual({ result: "answered", by: "unknown" });
    exchange.asterisk.dropSockets();
    await vi.waitFor(() => expect(exchange.placing.driver).toBeUndefined(), soon);
    await vi.waitFor(() => expect(exchange.placing.driver).toBeDefined(), soon);
    expect(exchange.isUp(placed.reference)).toBe(true);
    await exchange.restart();
    await vi.waitFor(() => expect(exchange.isUp(placed.reference)).toBe(false), soon);
  });
});

describe("who answers a call that we place", () => {
  const phone = "PJSIP/+254722000444@carrier";
  let count = 0;
  async function place(onMachine: PlacedCall["onMachine"] = "hang_up") {
    await vi.waitFor(() => expect(exchange.placing.driver).toBeDefined(), soon);
    const reference = `jibu-detected-${++count}`;
    const call = { reference, from: "+254709000100", to: "+254722000444", ringSeconds: 20, onMachine };
    const told: string[] = [];
    const driver = exchange.placing.driver as DiallingDriver;
    const result = driver.dial(call, ({ type }) => void told.push(type));
    const subscribed = () => exchange.asterisk.state.legs.get(reference)?.isSubscribed;
    await vi.waitFor(() => expect(subscribed()).toBe(true), soon);
    return { reference, driver, told, result };
  }

  it.each([
    ["MACHINE", "LONGGREETING-1500-1500", "machine"],
    ["HUMAN", "HUMAN-800-800", "person"],
    ["NOTSURE", "TOOLONG-5000", "unknown"],
  ] as const)("is looked at in the dialplan: %s, because of %s, is a %s", async (status, cause, by) => {
    const { reference, driver, result, told } = await place();
    expect(exchange.asterisk.state.legs.get(reference)?.channel.dialplan).toMatchObject({
      ...{ context: "jibu-amd", exten: "detect", priority: 1 },
    });
    exchange.asterisk.pickUp(phone);
    exchange.asterisk.detect(reference, status, cause);
    expect(await result).toEqual({ result: "answered", by });
    await driver.play(reference, sound);
    await driver.hangUp(reference);
    expect(exchange.isUp(reference)).toBe(false);
    expect([exchange.errors, told]).toEqual([[], []]);
  });

  it("is told after the greeting of a machine where a message is left on it", async () => {
    const { reference, driver, result } = await place("leave_message");
    expect(exchange.asterisk.state.legs.get(reference)?.channel.dialplan.exten).toBe("leave");
    exchange.asterisk.pickUp(phone);
    exchange.asterisk.detect(reference, "MACHINE", "MAXWORDS-4-3");
    expect(await result).toEqual({ result: "answered", by: "machine" });
    await driver.hangUp(reference);
  });

  it("is not asked where it does not matter", async () => {
    await vi.waitFor(() => expect(exchange.placing.driver).toBeDefined(), soon);
    const driver = exchange.placing.driver as DiallingDriver;
    const call = { reference: "jibu-plain", from: "+254709000100", to: "+254722000444", ringSeconds: 20 };
    const result = driver.dial({ ...call, onMachine: "off" }, () => undefined);
    await vi.waitFor(() => expect(exchange.asterisk.pickUp(phone)).toBe("jibu-plain"), soon);
    expect(await result).toEqual({ result: "answered", by: "unknown" });
    await driver.hangUp("jibu-plain");
  });

  it("is no answer where they hang up before it is known, or the phone is busy, or has ended at once", async () => {
    const first = await place();
    exchange.asterisk.pickUp(phone);
    exchange.hangUp(first.reference);
    expect(await first.result).toEqual({ result: "no_answer" });
    const second = await place();
    exchange.asterisk.state.destroy(second.reference, 17);
    expect(await second.result).toEqual({ result: "busy" });
    exchange.asterisk.failNext(/subscription$/, 422, "Event source does not exist");
    const driver = exchange.placing.driver as DiallingDriver;
    const third = { reference: "jibu-at-once", from: "+254709000100", to: "+254722000444", ringSeconds: 20 };
    const result = driver.dial({ ...third, onMachine: "hang_up" }, () => undefined);
    expect(await result).toEqual({ result: "no_answer" });
    exchange.asterisk.state.destroy("jibu-at-once");
    expect(exchange.errors).toEqual([]);
  });

  it("ends the call where its end would not be told", async () => {
    await vi.waitFor(() => expect(exchange.placing.driver).toBeDefined(), soon);
    exchange.asterisk.failNext(/subscription$/, 503, "Asterisk is going down");
    const call = { reference: "jibu-deaf", from: "+254709000100", to: "+254722000444", ringSeconds: 20 };
    const result = exchange.placing.driver?.dial({ ...call, onMachine: "hang_up" }, () => undefined);
    await expect(result).rejects.toThrow("Asterisk is going down");
    expect(exchange.isUp("jibu-deaf")).toBe(false);
  });

  it("is read from the channel where the event was lost", async () => {
    const { reference, result } = await place();
    exchange.asterisk.pickUp(phone);
    const { send } = exchange.asterisk.state;
    exchange.asterisk.state.send = () => undefined;
    exchange.asterisk.detect(reference, "MACHINE", "LONGGREETING-1500-1500");
    exchange.asterisk.state.send = send;
    exchange.asterisk.dropSockets();
    expect(await result).toEqual({ result: "answered", by: "machine" });
    await exchange.placing.driver?.hangUp(reference);
  });
});

describe("what goes wrong", () => {
  it("is no answer where an endpoint is unknown, and a failure where Asterisk is", async () => {
    const { reference, driver } = await exchange.call();
    expect(await driver.ring(reference, { ...agent, to: "1009" })).toBe(false);
    exchange.asterisk.failNext(/play/, 503, "Asterisk is going down");
    await expect(driver.play(reference, sound)).rejects.toThrow("Asterisk is going down");
    exchange.asterisk.failNext(/addChannel/, 422, "Channel not in Stasis application");
    const rung = driver.ring(reference, agent);
    await vi.waitFor(() => expect(exchange.asterisk.pickUp("PJSIP/1001")).toBeDefined(), soon);
    expect(await rung).toBe(false);
    expect(legs().map(({ channel }) => channel.id)).toEqual([reference]);
  });

  it("settles everything that is asked of a channel that is gone", async () => {
    const { reference, driver, told } = await exchange.call();
    exchange.hangUp(reference);
    await vi.waitFor(() => expect(told).toEqual(["gone"]), soon);
    await driver.play(reference, sound);
    await driver.hold(reference);
    await driver.answer(reference);
    expect(await driver.record(reference, 5)).toBeUndefined();
    // Asterisk rings for these seconds before it says that nobody answered.
    expect(await driver.ring(reference, { ...agent, seconds: 1 })).toBe(false);
    expect(exchange.errors).toEqual([]);
  });

  it("passes over events that it does not know, that are broken or not of the wire", async () => {
    const { reference, told } = await exchange.call();
    for (const text of [
      '{"type":"ChannelVarset","variable":"X"}',
      '{"type":"StasisStart"}',
      "{",
      "null",
      "[]",
      '{"type":"ChannelDtmfReceived","digit":"A","channel":{"id":"none"}}',
      `{"type":"PlaybackFinished","playback":{"id":"unknown","state":"done"}}`,
    ])
      exchange.asterisk.sendRaw(text);
    exchange.press(reference, "5");
    await vi.waitFor(() => expect(told).toEqual(["5"]), soon);
    expect(exchange.errors).toEqual([]);
  });

  it("connects again after an event that is too long", async () => {
    exchange.asterisk.requests.length = 0;
    exchange.asterisk.sendRaw("x".repeat(1_100_000));
    await vi.waitFor(() => expect(exchange.asterisk.requests).toContain("GET /bridges"), soon);
    const { told, reference } = await exchange.call();
    exchange.press(reference, "1");
    await vi.waitFor(() => expect(told).toEqual(["1"]), soon);
  });

  it("knows of a phone that comes and goes", async () => {
    const { driver } = await exchange.call();
    exchange.asterisk.setEndpoint("1002", "online");
    await vi.waitFor(() => expect(driver.isReachable("1002")).toBe(true), soon);
    exchange.asterisk.setEndpoint("1002", "offline");
    await vi.waitFor(() => expect(driver.isReachable("1002")).toBe(false), soon);
  });
});

describe("a websocket that is lost", () => {
  it("comes back, and what happened meanwhile is read", async () => {
    const [waits, left, rings, speaks] = [
      await exchange.call(),
      await exchange.call(),
      await exchange.call(),
      await exchange.call(),
    ];
    const played = waits.driver.play(waits.reference, sound);
    const rung = rings.driver.ring(rings.reference, agent);
    const message = speaks.driver.record(speaks.reference, 60);
    await vi.waitFor(() => expect(exchange.asterisk.state.live.size).toBe(1), soon);
    await vi.waitFor(() => expect(dialled()).toBeDefined(), soon);
    exchange.asterisk.dropSockets();
    for (const id of exchange.asterisk.state.playbacks.keys()) exchange.asterisk.state.finishPlayback(id);
    exchange.hangUp(left.reference);
    exchange.pickUp();
    exchange.speak(speaks.reference, 2);
    exchange.asterisk.setEndpoint("1002", "online");
    await played;
    expect(await rung).toBe(true);
    expect((await message)?.seconds).toBeCloseTo(2, 1);
    await vi.waitFor(() => expect(left.told).toEqual(["gone"]), soon);
    expect(waits.driver.isReachable("1002")).toBe(true);
    exchange.press(waits.reference, "4");
    await vi.waitFor(() => expect(waits.told).toEqual(["4"]), soon);
  });

  it("of a process that ended leaves conversations alone, and callers in a flow to the dialplan", async () => {
    const { reference, leg } = await talk();
    const { reference: inFlow } = await exchange.call();
    await exchange.restart();
    await vi.waitFor(() => expect(exchange.asterisk.requests).toContain(`POST /channels/${inFlow}/continue`), soon);
    expect(exchange.isUp(reference) && exchange.isUp(leg)).toBe(true);
    exchange.hangUp(leg);
    await vi.waitFor(() => expect(exchange.isUp(reference)).toBe(false), soon);
  });
});
