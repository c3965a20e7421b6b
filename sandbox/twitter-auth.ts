import { createHmac, randomBytes } from "node:crypto";

/** The keys of the sandbox's application, and of the one account that it may act for. */
export type XKeys = { api_key: string; api_secret: string; access_token: string; access_secret: string };

const quoted = (text: string) =>
  encodeURIComponent(text).replace(/[^\w%.~-]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** Who signed a request: OAuth 1.0a for the account (RFC 5849), a bearer token for the application alone. */
export function xAuthority(keys: XKeys) {
  const nonces = new Set<string>();
  const bearers = new Set<string>();

  /** Whether the account signed this very request, now and for the first time. */
  function isAccount(method: string, url: string, header: string): boolean {
    const given = new Map(
      [...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, decodeURIComponent(value)]),
    );
    const signature = given.get("oauth_signature");
    const nonce = given.get("oauth_nonce") ?? "";
    const age = Math.abs(Date.now() / 1_000 - Number(given.get("oauth_timestamp")));
    if (given.get("oauth_consumer_key") !== keys.api_key || given.get("oauth_token") !== keys.access_token)
      return false;
    if (given.get("oauth_signature_method") !== "HMAC-SHA1" || !(age < 300) || !nonce || nonces.has(nonce))
      return false;
    given.delete("oauth_signature");
    const { origin, pathname, searchParams } = new URL(url);
    const all = [...searchParams.entries(), ...given.entries()].map(
      ([name, value]) => `${quoted(name)}=${quoted(value)}`,
    );
    const base = `${method}&${quoted(origin + pathname)}&${quoted(all.sort().join("&"))}`;
    const key = `${quoted(keys.api_secret)}&${quoted(keys.access_secret)}`;
    if (createHmac("sha1", key).update(base).digest("base64") !== signature) return false;
    nonces.add(nonce);
    return true;
  }

  return {
    isAccount,
    isApplication: (header: string) => bearers.has(header.replace(/^Bearer /, "")),
    /** A bearer token for the application's own key and secret; undefined for others. */
    exchange(basic: string): string | undefined {
      const given = Buffer.from(basic.replace(/^Basic /, ""), "base64").toString();
      if (given !== `${keys.api_key}:${keys.api_secret}`) return undefined;
      const token = randomBytes(24).toString("base64url");
      bearers.add(token);
      return token;
    },
  };
}
