import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const realm = "jibu";
/** Seconds for which a nonce is good. */
const lifetime = 300;

/** Digest authentication (RFC 2617, MD5 with qop=auth), as browsers' phones do it. Nothing is kept of a nonce. */
export function digest(key: Buffer = randomBytes(32), now: () => number = Date.now) {
  const mac = (at: string) => createHmac("sha256", key).update(at).digest("base64url").slice(0, 22);

  function challenge(): string {
    const at = String(Math.floor(now() / 1000));
    return `Digest realm="${realm}", nonce="${at}.${mac(at)}", algorithm=MD5, qop="auth"`;
  }

  function isFresh(nonce: string): boolean {
    const [at = "", proof = ""] = nonce.split(".");
    return isSame(proof, mac(at)) && now() / 1000 - Number(at) < lifetime;
  }

  /** Whether the header proves the password of this user. */
  function proves(header: string | undefined, method: string, user: string, password: string): boolean {
    const given = parametersOf(header ?? "");
    const { username = "", nonce = "", uri = "", response = "", qop, nc = "", cnonce = "" } = given;
    if (username !== user || !isFresh(nonce) || qop !== "auth") return false;
    const first = md5(`${user}:${realm}:${password}`);
    return isSame(response, md5(`${first}:${nonce}:${nc}:${cnonce}:auth:${md5(`${method}:${uri}`)}`));
  }

  return { challenge, proves };
}

function parametersOf(header: string): Partial<Record<string, string>> {
  const found = header.matchAll(/(\w+)=(?:"([^"]*)"|([^\s,"]+))/g);
  return Object.fromEntries([...found].map(([, name = "", quoted, plain]) => [name, quoted ?? plain ?? ""]));
}

function md5(text: string): string {
  return createHash("md5").update(text).digest("hex");
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
