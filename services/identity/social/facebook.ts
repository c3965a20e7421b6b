import { createHmac, randomBytes } from "node:crypto";
import { z } from "zod";
import { constantTimeEqual } from "../../kit/constant-time";
import type { OutsidePolicy } from "../../kit/outside";
import type { FacebookApp } from "../deps";
import { fetchProvider, type Provider, throwRefusal } from "./providers";

/** spec 1 §9: the Facebook API version. */
const usualVersion = "v23.0";

const Token = z.object({ access_token: z.string().min(1) });
const Me = z.object({ id: z.string().min(1), name: z.string().default(""), email: z.string().default("") });

/** Facebook Login by OAuth 2.0. It has no nonce; the address may be missing when the person gives none. */
export function facebook(app: FacebookApp, policy: OutsidePolicy): Provider {
  const { id: client_id, secret: client_secret, version = usualVersion } = app;
  const graph = `${app.graph ?? "https://graph.facebook.com"}/${version}`;
  const dialog = `${app.dialog ?? "https://www.facebook.com"}/${version}/dialog/oauth`;

  async function read<T>(shape: z.ZodType<T>, url: URL): Promise<T> {
    const response = await fetchProvider(url, { headers: { accept: "application/json" } }, policy);
    if (response.status !== 200) throw new Error(`Facebook answered ${response.status}`);
    return shape.parse(await response.json());
  }

  return {
    id: "facebook",
    name: "Facebook",
    async authorise(redirect_uri) {
      const state = randomBytes(32).toString("base64url");
      const url = new URL(dialog);
      const query = { client_id, redirect_uri, state, response_type: "code", scope: "email,public_profile" };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return { url: url.href, state, nonce: "", verifier: "" };
    },

    async finish({ url, state }) {
      const asked = new URL(url);
      if (!constantTimeEqual(asked.searchParams.get("state") ?? "", state))
        throw new Error("the answer is to another question");
      throwRefusal(asked.searchParams.get("error"));
      const code = asked.searchParams.get("code");
      if (!code) throw new Error("the answer has no code");
      const tokens = new URL(`${graph}/oauth/access_token`);
      const redirect_uri = asked.origin + asked.pathname;
      const query = { client_id, client_secret, redirect_uri, code };
      for (const [name, value] of Object.entries(query)) tokens.searchParams.set(name, value);
      const { access_token } = await read(Token, tokens);
      const me = new URL(`${graph}/me`);
      const appsecret_proof = createHmac("sha256", client_secret).update(access_token).digest("hex");
      const fields = { fields: "id,name,email", access_token, appsecret_proof };
      for (const [name, value] of Object.entries(fields)) me.searchParams.set(name, value);
      const { id: subject, name, email } = await read(Me, me);
      return { subject, name, email };
    },
  };
}
