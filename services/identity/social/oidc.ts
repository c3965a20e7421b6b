import type * as OpenId from "openid-client";
import type { OutsidePolicy } from "../../kit/outside";
import type { OidcProvider } from "../deps";
import { fetchProvider, type Identity, type Provider, throwRefusal } from "./providers";

/** Loaded when somebody signs in that way. */
const library = (): Promise<typeof OpenId> => import("openid-client");

/** Milliseconds for which a provider's published facts are believed. */
const believed = 3_600_000;

/** OpenID Connect with the code flow, PKCE, state and nonce (OpenID Connect Core 1.0, RFC 7636). */
export function oidc({ id, name, issuer, client_id, client_secret }: OidcProvider, policy: OutsidePolicy): Provider {
  let known: { at: number; configuration: Promise<OpenId.Configuration> } | undefined;

  function configuration(client: typeof OpenId): Promise<OpenId.Configuration> {
    if (known && Date.now() - known.at < believed) return known.configuration;
    // Plain http is for the sandbox on this machine; the settings take https only.
    const insecure = issuer.startsWith("http://") ? { execute: [client.allowInsecureRequests] } : {};
    const found = client.discovery(new URL(issuer), client_id, client_secret, undefined, {
      [client.customFetch]: outside(policy),
      timeout: 10,
      ...insecure,
    });
    known = { at: Date.now(), configuration: found };
    found.catch(() => {
      known = undefined;
    });
    return found;
  }

  return {
    id,
    name,
    async authorise(redirectUri) {
      const client = await library();
      const verifier = client.randomPKCECodeVerifier();
      const state = client.randomState();
      const nonce = client.randomNonce();
      const url = client.buildAuthorizationUrl(await configuration(client), {
        redirect_uri: redirectUri,
        scope: "openid email profile",
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        state,
        nonce,
      });
      return { url: url.href, state, nonce, verifier };
    },

    async finish({ url, state, nonce, verifier }) {
      const client = await library();
      const asked = new URL(url);
      throwRefusal(asked.searchParams.get("error"));
      const configured = await configuration(client);
      const tokens = await client.authorizationCodeGrant(configured, asked, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error("the provider sent no identity");
      // Many keep the ID token small and tell the address at the userinfo endpoint only.
      const more =
        claims.email === undefined && configured.serverMetadata().userinfo_endpoint
          ? await client.fetchUserInfo(configured, tokens.access_token, claims.sub)
          : {};
      return identityOf({ ...more, ...claims });
    },
  };
}

function identityOf(claims: { sub: string; email?: unknown; name?: unknown }): Identity {
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return { subject: claims.sub, email: text(claims.email), name: text(claims.name) };
}

/** Our one HTTP client for it: time and size are bounded, nothing ambient is sent. */
function outside(policy: OutsidePolicy): OpenId.CustomFetch {
  return (url, { method, headers, body, signal }) =>
    fetchProvider(
      url,
      {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        redirect: "manual",
        ...(body === undefined || body === null ? {} : { body: String(body) }),
        ...(signal ? { signal } : {}),
      },
      policy,
    );
}
