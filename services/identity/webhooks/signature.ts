import { createHmac, randomBytes } from "node:crypto";

const secretStart = "whsec_";

/** A new secret of 192 random bits, in the form that the Standard Webhooks specification gives it. */
export function newWebhookSecret(): string {
  return secretStart + randomBytes(24).toString("base64");
}

/**
 * The headers that prove a request (Standard Webhooks 1.0.0, symmetric signature): HMAC-SHA-256 over its ID, the time in
 * whole seconds since 1970, and the body.
 */
export function signedHeaders(secret: string, id: string, at: Date, body: string): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret.slice(secretStart.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}
