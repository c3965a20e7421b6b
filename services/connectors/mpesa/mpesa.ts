// M-Pesa Express (Daraja, STK push): asks for a payment on a phone, and asks what became of it.
import { z } from "zod";
import { isLoopback } from "../../kit/address";
import { fetchOutside, OutsideError, type OutsidePolicy } from "../../kit/outside";
import { type MpesaOutcome, mpesaOutcome } from "./results";

const settings = z.strictObject({
  /** https://api.safaricom.co.ke, or the sandbox's address. */
  url: z.url({ protocol: /^https?$/ }),
  consumerKey: z.string().min(1),
  consumerSecret: z.string().min(1),
  shortcode: z.string().regex(/^\d{5,7}$/, "A shortcode has 5 to 7 digits"),
  passkey: z.string().min(1),
  /** The till's own number where it differs from the shortcode (Buy Goods). */
  till: z
    .string()
    .regex(/^\d{5,8}$/)
    .optional(),
  /** Seconds to wait for an answer. */
  seconds: z.number().min(0.05).max(60).default(10),
});
export type MpesaSettings = z.input<typeof settings>;

export type Prompt = {
  /** E.164 with +, a Safaricom number: M-Pesa itself decides whether it is. */
  phone: string;
  /** Whole shillings, in cents. */
  cents: number;
  /** Shown on the phone; at most 12 characters are sent. */
  account: string;
  description: string;
  callbackUrl: string;
};

/**
 * What became of a push. `unsent`: M-Pesa never heard of it. `unknown`: it may show on the phone or not, and must
 * never be sent again.
 */
export type Pushed =
  | { kind: "prompted"; merchantId: string; checkoutId: string }
  | { kind: "refused"; code: string; words: string }
  | { kind: "unsent" }
  | { kind: "unknown" };

export type PaymentStatus = MpesaOutcome | { kind: "waiting" } | { kind: "unreachable" };

export type Mpesa = { push(prompt: Prompt): Promise<Pushed>; query(checkoutId: string): Promise<PaymentStatus> };

const Token = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().int().min(1).max(86_400) });
const Accepted = z.object({
  MerchantRequestID: z.string().default(""),
  CheckoutRequestID: z.string().min(1).max(100),
  ResponseCode: z.coerce.string(),
});
const Fault = z.object({ errorCode: z.string(), errorMessage: z.string().default("") });
const Status = z.object({ ResponseCode: z.coerce.string(), ResultCode: z.coerce.string() });

/** The connector; nothing is sent before the first call. Throws when the settings are wrong. */
export function mpesa(given: MpesaSettings, now: () => number = Date.now): Mpesa {
  const own = settings.parse(given);
  const base = own.url.replace(/\/+$/, "");
  // The address is the operator's choice; only the sandbox's lies in this machine.
  const inside = isLoopback(new URL(base).hostname.replace(/^\[|\]$/g, ""));
  const policy: OutsidePolicy = {
    seconds: own.seconds,
    bytes: 100_000,
    allow: (address) => inside && isLoopback(address),
  };
  let token: { value: string; until: number } | undefined;
  let asking: Promise<string> | undefined;

  async function fresh(): Promise<string> {
    const basic = Buffer.from(`${own.consumerKey}:${own.consumerSecret}`).toString("base64");
    const url = `${base}/oauth/v1/generate?grant_type=client_credentials`;
    const answer = await fetchOutside(url, { headers: { authorization: `Basic ${basic}` } }, policy);
    const parsed = answer.ok ? Token.safeParse(await answer.json().catch(() => undefined)) : undefined;
    if (!parsed?.success) throw new NoToken(`M-Pesa gave no token (status ${answer.status}).`);
    // A minute early: a token that ends on the way is a refusal.
    token = { value: parsed.data.access_token, until: now() + Math.max(1, parsed.data.expires_in - 60) * 1000 };
    return token.value;
  }

  /** The token until it ends; however many ask at once, one request goes out. */
  function bearer(): Promise<string> {
    if (token && token.until > now()) return Promise.resolve(token.value);
    asking ??= fresh().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  async function send(path: string, fields: object): Promise<{ status: number; body: unknown }> {
    const value = await bearer().catch((error: unknown) => {
      throw new NoToken("M-Pesa gave no token.", { cause: error });
    });
    const headers = { authorization: `Bearer ${value}`, "content-type": "application/json" };
    const answer = await fetchOutside(
      `${base}${path}`,
      { method: "POST", headers, body: JSON.stringify(fields) },
      policy,
    );
    return { status: answer.status, body: await answer.json().catch(() => undefined) };
  }

  /** A token that M-Pesa no longer knows was refused before anything else: asking again with a new one is safe. */
  async function post(path: string, fields: object): Promise<{ status: number; body: unknown }> {
    const first = await send(path, fields);
    if (first.status !== 401 && !isBadToken(first.body)) return first;
    token = undefined;
    return send(path, fields);
  }

  function signed() {
    const Timestamp = stamp(now());
    const Password = Buffer.from(`${own.shortcode}${own.passkey}${Timestamp}`).toString("base64");
    return { BusinessShortCode: own.shortcode, Password, Timestamp };
  }

  return {
    async push({ phone, cents, account, description, callbackUrl }) {
      if (cents % 100 !== 0) throw new RangeError("M-Pesa moves whole shillings");
      const msisdn = phone.replace(/\D/g, "");
      const fields = {
        ...signed(),
        TransactionType: own.till ? "CustomerBuyGoodsOnline" : "CustomerPayBillOnline",
        Amount: cents / 100,
        PartyA: msisdn,
        PartyB: own.till ?? own.shortcode,
        PhoneNumber: msisdn,
        CallBackURL: callbackUrl,
        AccountReference: account.slice(0, 12),
        TransactionDesc: description.slice(0, 13),
      };
      try {
        return pushedOf(await post("/mpesa/stkpush/v1/processrequest", fields));
      } catch (error) {
        return { kind: neverLeft(error) ? "unsent" : "unknown" };
      }
    },

    async query(checkoutId) {
      const fields = { ...signed(), CheckoutRequestID: checkoutId };
      const answer = await post("/mpesa/stkpushquery/v1/query", fields).catch(() => undefined);
      const status = Status.safeParse(answer?.body);
      if (answer?.status === 200 && status.success && status.data.ResponseCode === "0")
        // 4999: "still under processing", in the newer form of the answer.
        return status.data.ResultCode === "4999" ? { kind: "waiting" } : mpesaOutcome(status.data.ResultCode);
      const fault = Fault.safeParse(answer?.body);
      return fault.success && fault.data.errorCode === "500.001.1001" ? { kind: "waiting" } : { kind: "unreachable" };
    },
  };
}

class NoToken extends Error {}

function isBadToken(body: unknown): boolean {
  const fault = Fault.safeParse(body);
  return fault.success && fault.data.errorCode === "404.001.03";
}

function pushedOf({ status, body }: { status: number; body: unknown }): Pushed {
  const accepted = Accepted.safeParse(body);
  if (status === 200 && accepted.success && accepted.data.ResponseCode === "0")
    return {
      kind: "prompted",
      merchantId: accepted.data.MerchantRequestID,
      checkoutId: accepted.data.CheckoutRequestID,
    };
  const fault = Fault.safeParse(body);
  if (!fault.success) return { kind: "unknown" };
  const { errorCode: code, errorMessage } = fault.data;
  if (code === "500.001.1001" && /lock|in process/i.test(errorMessage))
    return { kind: "refused", code, words: "Another M-Pesa request is open on that phone. Close it, then try again." };
  // Other faults of their own (500.…) say nothing about whether the prompt went out.
  if (code !== "500.001.1001" && (code.startsWith("500.") || status >= 500)) return { kind: "unknown" };
  const about = /phone/i.test(errorMessage)
    ? "M-Pesa does not know that phone number."
    : "M-Pesa refused the request. Please tell us if it happens again.";
  return { kind: "refused", code, words: about };
}

/** Without a token nothing was sent; nor to a host that took no connection. */
function neverLeft(error: unknown): boolean {
  if (error instanceof NoToken) return true;
  if (!(error instanceof OutsideError)) return false;
  if (error.fault === "private" || error.fault === "unknown" || error.fault === "address") return true;
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (/^(ECONNREFUSED|UND_ERR_CONNECT_TIMEOUT)$/.test((cause as { code?: string }).code ?? "")) return true;
  return false;
}

/** YYYYMMDDHHmmss in Nairobi, which has no summer time. */
export function stamp(now: number): string {
  return new Date(now + 3 * 3_600_000).toISOString().replace(/\D/g, "").slice(0, 14);
}
