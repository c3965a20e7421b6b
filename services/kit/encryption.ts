import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** A key of its own for each purpose, derived from the service secret (HKDF-SHA-256, RFC 5869). */
function keyFor(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `jibu ${purpose}`, 32));
}

/**
 * Encrypts a small secret for the database (AES-256-GCM): nonce, tag, text. `bound` names the row it belongs to: moved
 * to another row it does not open.
 */
export function encrypt(secret: string, purpose: string, bound: string, text: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyFor(secret, purpose), nonce).setAAD(Buffer.from(bound));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** The text of a sealed secret. Throws when it was changed, moved, or sealed under another service secret. */
export function decrypt(secret: string, purpose: string, bound: string, sealed: Buffer): string {
  const decipher = createDecipheriv("aes-256-gcm", keyFor(secret, purpose), sealed.subarray(0, 12))
    .setAAD(Buffer.from(bound))
    .setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString("utf8");
}

/** A keyed digest: for codes that are random but short, so that the database alone does not give them away. */
export function keyedHash(secret: string, purpose: string, text: string): Buffer {
  return keyedHasher(secret, purpose)(text);
}

/** The same for many texts: the key is derived once. */
export function keyedHasher(secret: string, purpose: string): (text: string) => Buffer {
  const key = keyFor(secret, purpose);
  return (text) => createHmac("sha256", key).update(text).digest();
}
