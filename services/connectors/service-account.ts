// A service account of Google's: https://developers.google.com/identity/protocols/oauth2/service-account
import { createHash } from "node:crypto";
import { z } from "zod";
import { fetchOutside, type OutsidePolicy } from "../kit/outside";

/** The key file of a service account, as Google hands it out. */
export const ServiceAccount = z.object({
  client_email: z.email(),
  private_key: z.string().regex(/^-----BEGIN PRIVATE KEY-----/),
});
export type ServiceAccount = z.infer<typeof ServiceAccount>;

/** No access token was given. `error` in the words of OAuth (RFC 6749, 5.2), or "invalid_key" when nothing can be signed. */
export class TokenRefused extends Error {
  constructor(
    readonly status: number,
    readonly error: string,
    readonly description: string,
  ) {
    super(`no access token (${status}): ${error}`);
  }
}

/** Seconds before its end at which an access token is no longer used. */
const early = 120;
const Access = z.object({ access_token: z.string().min(1), expires_in: z.number() });
const Refusal = z.object({ error: z.string().default(""), error_description: z.string().default("") });

/** @param tokenUrl where assertions are exchanged; it is theirs to be for */
export function serviceAccount(account: ServiceAccount, given: { tokenUrl: string; policy: OutsidePolicy }) {
  const { tokenUrl, policy } = given;
  let key: Promise<CryptoKey> | undefined;
  let access: { token: string; scope: string; until: number } | undefined;

  async function sign(claims: Record<string, unknown>, audience: string, seconds: number): Promise<string> {
    const { importPKCS8, SignJWT } = await import("jose");
    key ??= importPKCS8(account.private_key, "RS256");
    return new SignJWT(claims)
      .setProtectedHeader({ alg: "RS256", typ: "JWT" })
      .setIssuer(account.client_email)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
      .sign(await key);
  }

  return {
    /** A JWT that ends after so many seconds. */
    sign,
    /**
     * RFC 7523: a signed assertion for an access token, kept until shortly before its end.
     * @throws TokenRefused, OutsideError
     */
    async bearer(scope: string): Promise<string> {
      const now = Date.now() / 1000;
      if (access && access.scope === scope && access.until > now) return access.token;
      const assertion = await sign({ scope }, tokenUrl, 3_600).catch((cause: unknown) => {
        throw new TokenRefused(0, "invalid_key", cause instanceof Error ? cause.message : "");
      });
      const grant_type = "urn:ietf:params:oauth:grant-type:jwt-bearer";
      const answer = await fetchOutside(
        tokenUrl,
        {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: new URLSearchParams({ grant_type, assertion }).toString(),
          redirect: "manual",
        },
        policy,
      );
      const said: unknown = await answer.json().catch(() => undefined);
      const got = Access.safeParse(said);
      if (!got.success) {
        const refusal = Refusal.safeParse(said);
        const { error, error_description } = refusal.data ?? { error: "", error_description: "" };
        throw new TokenRefused(answer.status, error, error_description);
      }
      access = { token: got.data.access_token, scope, until: now + got.data.expires_in - early };
      return access.token;
    },
    /** The token was refused: the next call asks for another. */
    forget() {
      access = undefined;
    },
  };
}

/** Access tokens outlive a call: who signs, by a hash of the key and of where it is exchanged. */
const identities = new Map<string, ReturnType<typeof serviceAccount>>();
const maxIdentities = 500;

/** The service account with the access token that it has from an earlier call. An access token is for one scope. */
export function knownServiceAccount(account: ServiceAccount, given: Parameters<typeof serviceAccount>[1]) {
  const key = createHash("sha256")
    .update(`${given.tokenUrl}\n${account.client_email}\n${account.private_key}`)
    .digest("hex");
  const made = identities.get(key) ?? serviceAccount(account, given);
  identities.delete(key);
  identities.set(key, made);
  const [oldest] = identities.keys();
  if (identities.size > maxIdentities && oldest) identities.delete(oldest);
  return made;
}
