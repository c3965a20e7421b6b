import { createPublicKey, generateKeyPairSync, randomBytes, verify } from "node:crypto";

type GoogleAccounts = { project: string; client_email: string; scope: string };

/**
 * A service account with its key file, and the access tokens that it gets for signed assertions (RFC 7523).
 * @param audience where assertions are exchanged
 */
export function googleAccounts(audience: () => string, { project, client_email, scope }: GoogleAccounts) {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const publicKey = createPublicKey(privateKey);
  const tokens = new Set<string>();
  return {
    /** The key file as Google hands it out. */
    key: JSON.stringify({
      ...{ type: "service_account", project_id: project, client_email },
      private_key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      token_uri: "https://oauth2.googleapis.com/token",
    }),
    exchange(grant: string, assertion: string) {
      const [head = "", body = "", signature = ""] = assertion.split(".");
      if (grant !== "urn:ietf:params:oauth:grant-type:jwt-bearer") return undefined;
      const signed = Buffer.from(`${head}.${body}`);
      if (!verify("RSA-SHA256", signed, publicKey, Buffer.from(signature, "base64url"))) return undefined;
      const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as Record<string, unknown>;
      const { iss, aud, exp } = claims;
      if (iss !== client_email || aud !== audience() || claims.scope !== scope) return undefined;
      if (Number(exp) * 1_000 < Date.now()) return undefined;
      const access_token = randomBytes(24).toString("base64url");
      tokens.add(access_token);
      return { access_token, expires_in: 3_599, token_type: "Bearer" };
    },
    isValid: (header: string) => tokens.has(header.replace(/^Bearer /, "")),
    /** Every access token ends at once. */
    revoke: () => tokens.clear(),
  };
}
