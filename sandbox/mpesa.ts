// M-Pesa: the Daraja wire over HTTP on loopback, and the phones that show its prompts.

import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isLoopback } from "../services/kit/address";
import { fetchOutside, type OutsidePolicy } from "../services/kit/outside";
import { callbackBody, codes, type HandsetAnswer, type MpesaPrompt, receiptNumber, words } from "./mpesa-prompt";

/** May be changed at any time. */
export type MpesaBehaviour = {
  /** Answers every prompt by itself, in turn; null: the phones wait for a person. */
  automatic: readonly HandsetAnswer[] | null;
  /** Milliseconds before a push or a query is answered, and before a callback is sent. */
  latencyMs: number;
  callbackMs: number;
  /** How long the prompt stands on the phone before the push is answered: the callback can be faster. */
  slowMs: number;
  /** How late "late" is. */
  lateMs: number;
  /** What the next pushes meet: an error of M-Pesa's own, no answer though the prompt shows, or a dead line. */
  push: "accept" | "locked" | "bad phone" | "broken" | "silent";
  /** The query is answered as if nothing were known yet, or not at all. */
  query: "answer" | "processing" | "broken";
  /** No callback ever leaves. */
  mute: boolean;
  /** A prompt that nobody answers goes away after this; 0: never. */
  expireMs: number;
};

export type MpesaOptions = Partial<MpesaBehaviour> & {
  port?: number;
  key?: string;
  secret?: string;
  shortcode?: string;
  passkey?: string;
  tokenSeconds?: number;
};

export type SandboxMpesa = Awaited<ReturnType<typeof startMpesa>>;

const most = 2_000;
const toUs: OutsidePolicy = { seconds: 10, allow: isLoopback };
/** Starts listening on loopback; port 0 takes a free one. */
export async function startMpesa(options: MpesaOptions = {}) {
  const {
    port = 0,
    key = "sandbox-key",
    secret = "sandbox-secret",
    shortcode = "174379",
    passkey = "sandbox-passkey",
  } = options;
  const behaviour: MpesaBehaviour = {
    automatic: null,
    latencyMs: 0,
    callbackMs: 0,
    slowMs: 0,
    lateMs: 90_000,
    push: "accept",
    query: "answer",
    mute: false,
    expireMs: 0,
    ...Object.fromEntries(Object.entries(options).filter(([name]) => moodNames.has(name))),
  };
  const prompts = new Map<string, MpesaPrompt>();
  const tokens = new Map<string, number>();
  const timers = new Set<NodeJS.Timeout>();
  const counts = { tokens: 0, pushes: 0, prompts: 0, queries: 0, callbacks: 0 };
  let turn = 0;

  function later(ms: number, run: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, ms);
    timers.add(timer);
  }

  function show(body: Record<string, unknown>): MpesaPrompt {
    const serial = randomBytes(5).toString("hex");
    const made: MpesaPrompt = {
      merchantId: `29115-${serial}-1`,
      checkoutId: `ws_CO_${Date.now()}${serial}`,
      phone: String(body.PhoneNumber),
      amount: Number(body.Amount),
      account: String(body.AccountReference ?? ""),
      description: String(body.TransactionDesc ?? ""),
      callbackUrl: String(body.CallBackURL),
      at: new Date(),
      answered: null,
      code: null,
      receipt: "",
      calls: [],
    };
    prompts.set(made.checkoutId, made);
    const [oldest] = prompts.keys();
    if (prompts.size > most && oldest !== undefined) prompts.delete(oldest);
    counts.prompts++;
    const next = behaviour.automatic?.[turn++ % behaviour.automatic.length];
    if (next !== undefined) later(behaviour.callbackMs, () => answer(made.checkoutId, next));
    else if (behaviour.expireMs > 0) later(behaviour.expireMs, () => answer(made.checkoutId, "time out"));
    return made;
  }

  /** The person at the phone answers. False when that prompt is not open. */
  function answer(checkoutId: string, how: HandsetAnswer): boolean {
    const prompt = prompts.get(checkoutId);
    if (!prompt || prompt.answered !== null) return false;
    prompt.answered = how;
    prompt.code = codes[how];
    if (prompt.code === 0) prompt.receipt = receiptNumber();
    const amount = how === "other amount" ? Math.max(1, Math.floor(prompt.amount / 10)) : prompt.amount;
    const body = callbackBody(prompt, amount);
    later(how === "late" ? behaviour.lateMs : behaviour.callbackMs, () => void call(prompt, body));
    if (how === "twice") later(behaviour.callbackMs + 1_000, () => void call(prompt, body));
    return true;
  }

  /** Sends a callback as Daraja does: once, and whoever is not there has missed it. */
  async function call(prompt: MpesaPrompt, body: object): Promise<number> {
    if (behaviour.mute) return 0;
    counts.callbacks++;
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    const status = await fetchOutside(prompt.callbackUrl, init, toUs)
      .then(async (response) => {
        await response.text();
        return response.status;
      })
      .catch(() => 0);
    prompt.calls.push(status);
    return status;
  }

  const wire = { key, secret, shortcode, passkey, tokenSeconds: options.tokenSeconds ?? 3599 };
  const daraja = { ...wire, behaviour, prompts, tokens, counts, later, show };
  const server = createServer(
    (request, response) => void handle(daraja, request, response).catch(() => response.destroy()),
  );
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${bound}`,
    credentials: { consumerKey: key, consumerSecret: secret, shortcode, passkey },
    behaviour,
    counts,
    answer,
    call,
    /** Every token given so far is refused from now on. */
    forgetTokens: () => tokens.clear(),
    /** Every prompt, the newest first. */
    prompts: () => [...prompts.values()].reverse(),
    async close() {
      for (const timer of timers) clearTimeout(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Daraja = {
  key: string;
  secret: string;
  shortcode: string;
  passkey: string;
  tokenSeconds: number;
  behaviour: MpesaBehaviour;
  prompts: Map<string, MpesaPrompt>;
  /** Until when each token is good, in milliseconds. */
  tokens: Map<string, number>;
  counts: { tokens: number; pushes: number; queries: number };
  later(ms: number, run: () => void): void;
  show(body: Record<string, unknown>): MpesaPrompt;
};
type Answers = {
  body: Record<string, unknown>;
  response: ServerResponse;
  reply(status: number, body: object): unknown;
  fault(status: number, errorCode: string, errorMessage: string): unknown;
};

function signedRight({ shortcode, passkey }: Daraja, body: Record<string, unknown>): boolean {
  const expected = Buffer.from(`${shortcode}${passkey}${String(body.Timestamp)}`).toString("base64");
  return body.BusinessShortCode === shortcode && body.Password === expected && /^\d{14}$/.test(String(body.Timestamp));
}

/** What M-Pesa answers to a push that is wrong: status, code and words. */
function pushFault(daraja: Daraja, body: Record<string, unknown>): [number, string, string] | undefined {
  const { prompts, behaviour } = daraja;
  if (!signedRight(daraja, body)) return [500, "500.001.1001", "Wrong credentials"];
  if (!Number.isInteger(body.Amount) || Number(body.Amount) < 1)
    return [400, "400.002.02", "Bad Request - Invalid Amount"];
  if (!/^254\d{9}$/.test(String(body.PhoneNumber)) || behaviour.push === "bad phone")
    return [400, "400.002.02", "Bad Request - Invalid PhoneNumber"];
  if (!/^https?:\/\//.test(String(body.CallBackURL))) return [400, "400.002.02", "Bad Request - Invalid CallBackURL"];
  const busy = [...prompts.values()].some((each) => each.phone === body.PhoneNumber && each.answered === null);
  if (behaviour.push === "locked" || (busy && behaviour.automatic === null))
    return [
      500,
      "500.001.1001",
      "Unable to lock subscriber, a transaction is already in process for the current subscriber",
    ];
  return undefined;
}

/** One request: a token, a push, or what became of one. */
async function handle(daraja: Daraja, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { key, secret, tokenSeconds: seconds, behaviour, tokens, counts, later } = daraja;
  const url = new URL(request.url ?? "/", "http://sandbox.invalid");
  const reply = (status: number, body: object) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  const fault = (status: number, errorCode: string, errorMessage: string) =>
    reply(status, { requestId: randomBytes(6).toString("hex"), errorCode, errorMessage });
  const given = request.headers.authorization ?? "";
  if (request.method === "GET" && url.pathname === "/oauth/v1/generate") {
    counts.tokens++;
    const right = given === `Basic ${Buffer.from(`${key}:${secret}`).toString("base64")}`;
    if (!right || url.searchParams.get("grant_type") !== "client_credentials")
      return void fault(400, "400.008.01", "Invalid Authentication passed");
    const token = randomBytes(14).toString("hex");
    tokens.set(token, Date.now() + seconds * 1000);
    return void reply(200, { access_token: token, expires_in: String(seconds) });
  }
  const body = await readJson(request);
  if (behaviour.latencyMs > 0) await new Promise((resolve) => later(behaviour.latencyMs, () => resolve(undefined)));
  if ((tokens.get(given.replace(/^Bearer /, "")) ?? 0) < Date.now())
    return void fault(404, "404.001.03", "Invalid Access Token");
  const answers = { body, response, reply, fault };
  if (url.pathname === "/mpesa/stkpush/v1/processrequest") return answerPush(daraja, answers);
  if (url.pathname === "/mpesa/stkpushquery/v1/query") return answerQuery(daraja, answers);
  fault(404, "404.000.00", "Resource not found");
}

async function answerPush(daraja: Daraja, { body, response, reply, fault }: Answers): Promise<void> {
  const { behaviour, counts, later, show } = daraja;
  counts.pushes++;
  if (behaviour.push === "broken") return void response.writeHead(502).end("<html>Bad gateway</html>");
  const wrong = pushFault(daraja, body);
  if (wrong) return void fault(...wrong);
  const { merchantId: MerchantRequestID, checkoutId: CheckoutRequestID } = show(body);
  if (behaviour.slowMs > 0) await new Promise((resolve) => later(behaviour.slowMs, () => resolve(undefined)));
  if (behaviour.push === "silent") return void response.destroy();
  const said = "Success. Request accepted for processing";
  const ids = { MerchantRequestID, CheckoutRequestID };
  return void reply(200, { ...ids, ResponseCode: "0", ResponseDescription: said, CustomerMessage: said });
}

function answerQuery(daraja: Daraja, { body, response, reply, fault }: Answers): void {
  const { behaviour, counts, prompts } = daraja;
  counts.queries++;
  if (behaviour.query === "broken") return void response.writeHead(503).end("down");
  const prompt = prompts.get(String(body.CheckoutRequestID));
  if (!signedRight(daraja, body) || !prompt)
    return void fault(400, "400.002.02", "Bad Request - Invalid CheckoutRequestID");
  if (prompt.code === null || behaviour.query === "processing")
    return void fault(500, "500.001.1001", "The transaction is being processed");
  const ids = { MerchantRequestID: prompt.merchantId, CheckoutRequestID: prompt.checkoutId };
  const ResponseDescription = "The service request has been accepted successsfully";
  const result = { ResultCode: String(prompt.code), ResultDesc: words[prompt.code] };
  return void reply(200, { ResponseCode: "0", ResponseDescription, ...ids, ...result });
}

const moodNames = new Set([
  "automatic",
  "latencyMs",
  "callbackMs",
  "slowMs",
  "lateMs",
  "push",
  "query",
  "mute",
  "expireMs",
]);

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = "";
  for await (const chunk of request) text += chunk;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
