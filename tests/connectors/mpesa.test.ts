import { afterEach, describe, expect, test } from "vitest";
import { type MpesaOptions, type SandboxMpesa, startMpesa } from "../../sandbox/mpesa";
import { callbackBody } from "../../sandbox/mpesa-prompt";
import { readCallback } from "../../services/connectors/mpesa/callback";
import { mpesa, stamp } from "../../services/connectors/mpesa/mpesa";
import { mpesaOutcome } from "../../services/connectors/mpesa/results";

let sandbox: SandboxMpesa | undefined;
afterEach(async () => {
  await sandbox?.close();
  sandbox = undefined;
});

async function stage(options: MpesaOptions = {}, changed: { consumerSecret?: string; seconds?: number } = {}) {
  sandbox = await startMpesa(options);
  let now = Date.now();
  const connector = mpesa({ url: sandbox.url, ...sandbox.credentials, ...changed }, () => now);
  const prompt = {
    phone: "+254712345678",
    cents: 150_000,
    account: "100001-and-much-longer",
    description: "Top-up of the balance",
    callbackUrl: "http://127.0.0.1:1/callbacks/mpesa/secret",
  };
  const pass = (ms: number) => {
    now += ms;
  };
  return { sandbox, connector, prompt, pass };
}

describe("a push", () => {
  test("shows on the phone with whole shillings and texts of the allowed length", async () => {
    const { sandbox, connector, prompt } = await stage();
    const pushed = await connector.push(prompt);
    const [shown] = sandbox.prompts();
    expect(pushed).toEqual({ kind: "prompted", merchantId: shown?.merchantId, checkoutId: shown?.checkoutId });
    expect(shown).toMatchObject({
      phone: "254712345678",
      amount: 1500,
      account: "100001-and-m",
      description: "Top-up of the",
    });
    await expect(connector.push({ ...prompt, cents: 150_050 })).rejects.toThrow(RangeError);
  });

  test("one token serves all until it ends, however many ask at once", async () => {
    const { sandbox, connector, prompt, pass } = await stage({ automatic: ["approve"], tokenSeconds: 3599 });
    await Promise.all([connector.push(prompt), connector.push(prompt), connector.query("x")]);
    expect(sandbox.counts.tokens).toBe(1);
    pass(3_540_000);
    await connector.push(prompt);
    expect(sandbox.counts.tokens).toBe(2);
  });

  test("a token that M-Pesa forgot is asked for again, and the prompt is shown once", async () => {
    const { sandbox, connector, prompt } = await stage({ automatic: ["approve"] });
    await connector.query("x");
    sandbox.forgetTokens();
    expect((await connector.push(prompt)).kind).toBe("prompted");
    expect(sandbox.counts).toMatchObject({ tokens: 2, prompts: 1 });
  });

  test.each([
    ["an open prompt on that phone", { push: "locked" }, { kind: "refused" }],
    ["a number that is none", { push: "bad phone" }, { kind: "refused" }],
    ["a broken gateway: no one knows", { push: "broken" }, { kind: "unknown" }],
    ["a line that dies after the prompt was shown: no one knows", { push: "silent" }, { kind: "unknown" }],
  ] as const)("%s", async (_, behaviour, expected) => {
    const { connector, prompt } = await stage(behaviour);
    expect(await connector.push(prompt)).toMatchObject(expected);
  });

  test("no answer in time is unknown; wrong credentials and a closed port never sent anything", async () => {
    const slow = await stage({ latencyMs: 2_000 }, { seconds: 0.3 });
    expect(await slow.connector.push(slow.prompt)).toEqual({ kind: "unknown" });
    await slow.sandbox.close();
    const wrong = await stage({}, { consumerSecret: "not-it" });
    expect(await wrong.connector.push(wrong.prompt)).toEqual({ kind: "unsent" });
    expect(wrong.sandbox.counts.pushes).toBe(0);
    await wrong.sandbox.close();
    expect(await wrong.connector.push(wrong.prompt)).toEqual({ kind: "unsent" });
  });
});

describe("a query", () => {
  test.each([
    ["approve", "paid"],
    ["refuse", "refused"],
    ["wrong pin", "refused"],
    ["no money", "refused"],
    ["time out", "timed_out"],
  ] as const)("after %s it is %s", async (how, kind) => {
    const { sandbox, connector, prompt } = await stage({ mute: true });
    const pushed = await connector.push(prompt);
    const id = pushed.kind === "prompted" ? pushed.checkoutId : "";
    expect(await connector.query(id)).toEqual({ kind: "waiting" });
    sandbox.answer(id, how);
    expect(await connector.query(id)).toMatchObject({ kind });
  });

  test("an unknown prompt, a broken gateway and a dead host decide nothing", async () => {
    const { sandbox, connector } = await stage();
    expect(await connector.query("ws_CO_nobody")).toEqual({ kind: "unreachable" });
    sandbox.behaviour.query = "broken";
    expect(await connector.query("ws_CO_nobody")).toEqual({ kind: "unreachable" });
    await sandbox.close();
    expect(await connector.query("ws_CO_nobody")).toEqual({ kind: "unreachable" });
  });
});

describe("a callback", () => {
  const prompt = {
    merchantId: "29115-1",
    checkoutId: "ws_CO_1",
    phone: "254712345678",
    amount: 1500,
    account: "100001",
    description: "Top-up",
    callbackUrl: "http://127.0.0.1/x",
    at: new Date("2026-11-21T10:00:00Z"),
    answered: "approve" as const,
    code: 0,
    receipt: "SKL4ABC123",
    calls: [],
  };

  test("claims an amount and a receipt when it is paid, and only a code when not", () => {
    expect(readCallback(JSON.stringify(callbackBody(prompt)))).toEqual({
      checkoutId: "ws_CO_1",
      code: "0",
      cents: 150_000,
      receipt: "SKL4ABC123",
    });
    expect(readCallback(JSON.stringify(callbackBody({ ...prompt, code: 1032 })))).toEqual({
      checkoutId: "ws_CO_1",
      code: "1032",
      cents: null,
      receipt: "",
    });
  });

  test.each([
    ["1500.00", 150_000],
    ["1500.5", 150_050],
    ["1500.0", 150_000],
    ["-5", null],
    ["1e9", null],
    ["1,500", null],
    ["", null],
  ])("an amount written %s is %s cents", (Value, cents) => {
    const body = JSON.stringify(callbackBody(prompt)).replace('"Value":1500', `"Value":${JSON.stringify(Value)}`);
    expect(readCallback(body)?.cents).toBe(cents);
  });

  test.each([
    "",
    "{",
    "[]",
    "null",
    '{"Body":{}}',
    '{"Body":{"stkCallback":{"CheckoutRequestID":""}}}',
    '{"__proto__":1}',
  ])("%s is none", (body) => expect(readCallback(body)).toBeUndefined());
});

test("1037 and codes no one knows are not the last word", () => {
  expect(mpesaOutcome(0).kind).toBe("paid");
  expect(mpesaOutcome("1032").kind).toBe("refused");
  expect(mpesaOutcome(1037).kind).toBe("timed_out");
  expect(mpesaOutcome("77777").kind).toBe("timed_out");
});

test("the time of a request is Nairobi's", () => {
  expect(stamp(Date.parse("2026-12-31T21:30:05Z"))).toBe("20270101003005");
});
