import { inSources } from "./stack";

// What a log must never hold (issue 2 A; Data Protection Act 2019: mask numbers in logs): tokens, passwords, phones.

const gone = "***";

/** Names whose value is a secret or a phone number wherever they stand; compared without case, `_` and `-`. */
const secretNames =
  /^(authorization|cookie|setcookie|.*(password|passphrase|passwd|secret).*|.*(token|apikey|accesskey|privatekey|credential|credentials|signature|consumerkey|passkey)|pin|otp|nonce|session|sessionid|connectionstring|databaseurl|phone|phones|.*(phone|phonenumber|phonenumbers|msisdn|msisdns)|mobile|mobiles|mobilenumber|recipient|recipients|callerid)$/;

const decided = new Map<string, boolean>();

export function isSecretName(name: string): boolean {
  const known = decided.get(name);
  if (known !== undefined) return known;
  const secret = secretNames.test(name.toLowerCase().replace(/[_\-\s.]/g, ""));
  // Almost all names come from our own code; those that do not must not fill the memory.
  if (decided.size < 2000 && name.length <= 60) decided.set(name, secret);
  return secret;
}

const between = "[ \\u00a0.()\\-]{0,2}";
const spaced = (count: number) => `(?:${between}\\d){${count}}`;
// Kenyan numbers in every spelling people write (+254 7…, 254 1…, 00254…, 07…, 01…), then any other E.164 number.
// Not inside a longer run of letters or digits, so that ids and times stay readable.
const phone = new RegExp(
  `(?<![A-Za-z0-9])(?:(?:\\+|00)?${between}254${between}0?${between}[17]${spaced(8)}|0[ \\u00a0()\\-]{0,2}[17]${spaced(8)}|\\+${spaced(8)}(?:${between}\\d){0,7})(?![A-Za-z0-9])`,
  "g",
);

const bearer = /\b(bearer|basic|digest)(\s+|%20)[A-Za-z0-9\-._~+/=]{6,}/gi;
const jwt = /\beyJ[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]*\.?[A-Za-z0-9_-]*/g;
const address = /\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/"'@]{0,300}@/gi;
// name=value, name: value, "name": "value", however often the quotes are escaped.
const pair =
  /((?:password|passwd|passphrase|secret|token|api_?key|access_?key|signature|msisdn|(?<![a-z0-9])(?:otp|pin|phone|mobile))(?:\\*["'])?\s*(?:=|:|%3D)\s*)(\\*["'])?([^\s&"'\\,;})\]]+)/gi;
const cookies = /\b((?:set-)?cookie(?:\\*["'])?\s*[:=]\s*(?:\\*["'])?)[^\r\n"\\]+/gi;

// Most texts in a log are a word or a path: they are done after this one look.
const suspicious = /[:=]|%3d|\d(?:\D{0,3}\d){8}|bearer|basic|digest|eyJ/i;

/** Text with bearer strings, tokens, passwords in queries and URLs, cookies and phone numbers taken out. */
export function redactText(text: string): string {
  if (!suspicious.test(text)) return text;
  let clean = text;
  if (clean.includes("://")) clean = clean.replace(address, `$1${gone}@`);
  clean = clean.replace(bearer, `$1 ${gone}`).replace(cookies, `$1${gone}`).replace(pair, maskPair);
  if (clean.includes("eyJ")) clean = clean.replace(jwt, gone);
  return clean.replace(phone, maskPhone);
}

/** null, true and false tell nothing and keep a quoted piece of JSON readable. */
function maskPair(found: string, name: string, quote = "", value = ""): string {
  return /^(null|true|false)$/.test(value) ? found : name + quote + gone;
}

/** Keeps the last three digits: enough to tell two customers in one log apart, too little to call either. */
function maskPhone(found: string): string {
  return `***${found.replace(/\D/g, "").slice(-3)}`;
}

/**
 * A copy of a value that may be logged: secret names emptied, texts masked, errors as name, message, code and stack
 * (never their other properties: clients hang the whole request there), at most 6 deep and 100 wide.
 */
export function redactValue(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return redactText(value.length > 8192 ? `${value.slice(0, 8192)}…` : value);
  if (typeof value === "number" || typeof value === "bigint") {
    const digits = String(value);
    return /^(254)?[17]\d{8}$/.test(digits) && digits.length === 12
      ? maskPhone(digits)
      : depth > 0 && typeof value === "bigint"
        ? digits
        : value;
  }
  if (typeof value !== "object" || value === null) return value;
  if (depth > 6) return "…";
  if (value instanceof Error) return maskError(value, depth);
  if (value instanceof Date) return value;
  if (value instanceof URL) return redactText(value.href);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `${value.byteLength} bytes`;
  if (Array.isArray(value)) return value.slice(0, 100).map((one) => redactValue(one, depth + 1));
  const entries = value instanceof Map || value instanceof Headers ? [...value] : Object.entries(value);
  const copy: Record<string, unknown> = Object.create(null);
  for (const [name, inner] of entries.slice(0, 100))
    copy[redactText(String(name))] = isSecretName(String(name)) && inner != null ? gone : redactValue(inner, depth + 1);
  return copy;
}

function maskError(error: Error, depth: number): Record<string, unknown> {
  const code =
    "code" in error && (typeof error.code === "string" || typeof error.code === "number") ? error.code : undefined;
  return {
    type: error.name,
    message: redactText(error.message),
    ...(code === undefined ? {} : { code }),
    stack: redactText(inSources(error.stack ?? "")),
    ...(error.cause === undefined ? {} : { cause: redactValue(error.cause, depth + 1) }),
    ...(error instanceof AggregateError ? { errors: redactValue(error.errors, depth + 1) } : {}),
  };
}
