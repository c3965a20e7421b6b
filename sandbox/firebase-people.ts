// Firebase Authentication: https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts
import { createPublicKey, type KeyObject, randomBytes, verify } from "node:crypto";
import type { Claims } from "./firestore-listen";

type Payload = Record<string, unknown>;

function read(token: string): { payload: Payload; signed: string; signature: Buffer } | undefined {
  const [head = "", body = "", signature = ""] = token.split(".");
  try {
    const payload = JSON.parse(Buffer.from(body, "base64url").toString()) as Payload;
    return { payload, signed: `${head}.${body}`, signature: Buffer.from(signature, "base64url") };
  } catch {
    return undefined;
  }
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const seconds = () => Math.floor(Date.now() / 1000);
const audience = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit";
const tokenLasts = 3_600;

/** Who is signed in, by tokens of this one project; and the service account that writes. */
export function people(project: string, account: { email: string; key: KeyObject; tokenUrl: () => string }) {
  const publicKey = createPublicKey(account.key);
  const issued = new Map<string, { uid: string; claims: Payload }>();
  const refreshing = new Map<string, { uid: string; claims: Payload }>();
  const machines = new Map<string, number>();

  /** The payload of a token that the service account has signed and that has not run out. */
  function signed(token: string): Payload | undefined {
    const found = read(token);
    if (!found || !verify("RSA-SHA256", Buffer.from(found.signed), publicKey, found.signature)) return undefined;
    const { payload } = found;
    const now = seconds();
    if (payload.iss !== account.email || Number(payload.exp) < now || Number(payload.iat) > now + 60) return undefined;
    return payload;
  }

  function idToken(who: { uid: string; claims: Payload }): string {
    const now = seconds();
    const says = { ...who.claims, aud: project, sub: who.uid, user_id: who.uid, iat: now, exp: now + tokenLasts };
    const more = { auth_time: now, firebase: { identities: {}, sign_in_provider: "custom" } };
    const token = `${encode({ alg: "RS256", typ: "JWT" })}.${encode({ ...says, ...more })}.${randomBytes(16).toString("base64url")}`;
    issued.set(token, who);
    return token;
  }

  function tokens(who: { uid: string; claims: Payload }) {
    const refresh = randomBytes(24).toString("base64url");
    refreshing.set(refresh, who);
    return { id: idToken(who), refresh };
  }

  return {
    signIn(custom: string) {
      const payload = signed(custom);
      if (!payload || payload.aud !== audience || typeof payload.uid !== "string") return undefined;
      const { id, refresh } = tokens({ uid: payload.uid, claims: { ...(payload.claims as Payload) } });
      return { idToken: id, refreshToken: refresh, expiresIn: String(tokenLasts), isNewUser: false };
    },
    refresh(refreshToken: string) {
      const who = refreshing.get(refreshToken);
      if (!who) return undefined;
      const id = idToken(who);
      const said = {
        access_token: id,
        id_token: id,
        refresh_token: refreshToken,
        user_id: who.uid,
        project_id: project,
      };
      return { ...said, expires_in: String(tokenLasts), token_type: "Bearer" };
    },
    lookup(token: string) {
      const who = issued.get(token);
      return who ? { users: [{ localId: who.uid, customAuth: true }] } : undefined;
    },
    claims: (token: string): Claims => issued.get(token)?.claims,
    /** OAuth 2.0 for service accounts (RFC 7523). */
    machine(assertion: string) {
      const payload = signed(assertion);
      if (!payload || payload.aud !== account.tokenUrl() || typeof payload.scope !== "string") return undefined;
      const access_token = randomBytes(24).toString("base64url");
      machines.set(access_token, seconds() + tokenLasts);
      return { access_token, expires_in: tokenLasts, token_type: "Bearer" };
    },
    isMachine: (token: string) => (machines.get(token) ?? 0) > seconds(),
  };
}
