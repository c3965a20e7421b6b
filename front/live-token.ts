import { z } from "zod";
import { decrypt, encrypt } from "../services/kit/encryption";

/** Whose socket it is to be. `session`: the session's own token, which no script may see: it travels sealed. */
const Claims = z.object({ session: z.string().min(1), user: z.string(), account: z.string(), expires: z.number() });
export type SocketClaims = Omit<z.infer<typeof Claims>, "expires">;

/** Seconds for which a socket can be opened with it. */
export const socketTokenLasts = 60;

/** A ticket for one socket: who and which session, sealed with the service secret. */
export function socketToken(secret: string, claims: SocketClaims, now = Date.now()): string {
  const text = JSON.stringify({ ...claims, expires: now + socketTokenLasts * 1000 });
  return encrypt(secret, "live", "socket", text).toString("base64url");
}

/** What such a ticket says, or undefined when it is forged, changed or too old. */
export function readSocketToken(secret: string, token: unknown, now = Date.now()): SocketClaims | undefined {
  if (typeof token !== "string" || token.length > 2_000) return undefined;
  try {
    const claims = Claims.parse(JSON.parse(decrypt(secret, "live", "socket", Buffer.from(token, "base64url"))));
    const { expires, ...rest } = claims;
    return expires > now ? rest : undefined;
  } catch {
    return undefined;
  }
}
