// OAuth 1.0a, signatures by HMAC-SHA1: RFC 5849
import { createHmac, randomBytes } from "node:crypto";

/** What a request is signed with: the application's key and the user's token. */
export type OAuthKeys = { consumer_key: string; consumer_secret: string; token: string; token_secret: string };
type SignedRequest = { method: string; url: string };
type SignatureMoment = { nonce: string; timestamp: string };

/** RFC 5849, section 3.6. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The signature of a request whose body is no form: only its address counts. RFC 5849, section 3.4 */
export function oauthSignature(
  { method, url }: SignedRequest,
  protocol: Readonly<Record<string, string>>,
  secrets: Pick<OAuthKeys, "consumer_secret" | "token_secret">,
): string {
  const { origin, pathname, searchParams } = new URL(url);
  const pairs = [...searchParams, ...Object.entries(protocol)]
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`);
  const base = [method.toUpperCase(), encoded(`${origin}${pathname}`), encoded(pairs.join("&"))].join("&");
  return createHmac("sha1", `${encoded(secrets.consumer_secret)}&${encoded(secrets.token_secret)}`)
    .update(base)
    .digest("base64");
}

/** The header by which a user's request is signed. RFC 5849, section 3.5.1 */
export function oauthHeader(
  request: SignedRequest,
  keys: OAuthKeys,
  { nonce, timestamp }: SignatureMoment = freshMoment(),
): string {
  const protocol = {
    ...{ oauth_consumer_key: keys.consumer_key, oauth_nonce: nonce, oauth_signature_method: "HMAC-SHA1" },
    ...{ oauth_timestamp: timestamp, oauth_token: keys.token, oauth_version: "1.0" },
  };
  const all = { ...protocol, oauth_signature: oauthSignature(request, protocol, keys) };
  const parts = Object.entries(all).map(([name, value]) => `${encoded(name)}="${encoded(value)}"`);
  return `OAuth ${parts.join(", ")}`;
}

function freshMoment(): SignatureMoment {
  return { nonce: randomBytes(16).toString("hex"), timestamp: String(Math.floor(Date.now() / 1_000)) };
}
