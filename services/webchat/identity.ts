/** Who a visitor is, as the site that they are signed in to vouches for it. */
export type Identity = { subject: string; name: string; email: string; phone: string };

/** What a sealed identity secret is bound to. */
export const boundTo = (account: string, application: number) => `${account}/${application}`;
export const identityPurpose = "webchat identity";

/** Why a signed identity is refused, in words for whoever integrates it. */
export class IdentityRefused extends Error {}

/** Seconds that an identity may be good for, and how far the two clocks may be apart. */
const longest = 24 * 3600;
const skew = 60;

/**
 * Reads a signed identity: a JWT (RFC 7519) with HS256 and nothing else, `sub` and `exp` at most 24 hours ahead. The
 * key is the secret's text in UTF-8, as JWT libraries take it.
 * @throws IdentityRefused
 */
export async function readIdentity(secret: string, token: string, now = new Date()): Promise<Identity> {
  const { errors, jwtVerify } = await import("jose");
  if (token.length > 4_096) throw new IdentityRefused("The identity token is too long.");
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
      algorithms: ["HS256"],
      requiredClaims: ["exp", "sub"],
      clockTolerance: skew,
      currentDate: now,
    });
    const { sub = "", exp = Number.POSITIVE_INFINITY, iat } = payload;
    const from = Math.floor(now.getTime() / 1000);
    if (exp - from > longest + skew) throw new IdentityRefused("The identity token is good for more than 24 hours.");
    if (typeof iat === "number" && iat > from + skew) throw new IdentityRefused("The identity token is of the future.");
    const subject = plain(sub, 150);
    if (typeof sub !== "string" || subject === "" || subject !== sub.trim())
      throw new IdentityRefused("The identity token's sub must be 1 to 150 plain characters.");
    return {
      subject,
      name: plain(payload.name, 120),
      email: plain(payload.email, 254),
      phone: plain(payload.phone, 30),
    };
  } catch (error) {
    if (error instanceof IdentityRefused) throw error;
    if (error instanceof errors.JWTExpired) throw new IdentityRefused("The identity token has expired.");
    if (error instanceof errors.JOSEError)
      throw new IdentityRefused("The identity token is not signed with this application's secret.");
    throw error;
  }
}

function plain(given: unknown, most: number): string {
  if (typeof given !== "string") return "";
  return given
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .trim()
    .slice(0, most);
}
