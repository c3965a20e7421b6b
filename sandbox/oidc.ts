import { createHash, generateKeyPair, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import type { Adapter, AdapterPayload, JWK, KoaContextWithOIDC, Provider } from "oidc-provider";
import { signInPage } from "./oidc-page";
import { style } from "./style";

export type Oidc = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  close(): Promise<void>;
};

type Person = { sub: string; name: string; email?: string; email_verified?: boolean };

/** Where the application is sent back to, whatever port it listens on. */
const callback = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?\/auth\/social\/sandbox\/callback$/;

/** A real OpenID Connect provider on the loopback address, with a sign-in page that believes everybody. Demo only. */
export async function startOidc({ port = 0 }: { port?: number } = {}): Promise<Oidc> {
  const clientId = "jibu-sandbox";
  const clientSecret = randomBytes(24).toString("base64url");
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // Made when the first visitor comes: its two hundred files and its key are no business of every start.
  let made: Promise<RunningProvider> | undefined;

  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    made ??= providerAt(issuer, { clientId, clientSecret });
    made
      .then((provider) => answer(provider, issuer, request, response))
      .catch(() => {
        if (!response.headersSent) response.statusCode = 400;
        response.end("This sign-in has ended. Go back and begin again.");
      });
  });

  return {
    issuer,
    clientId,
    clientSecret,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type RunningProvider = { provider: Provider; people: Map<string, Person>; callback: ReturnType<Provider["callback"]> };

async function answer(
  made: RunningProvider,
  issuer: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = new URL(request.url ?? "/", issuer).pathname;
  // It keeps nobody signed in: each sign-in asks who it is this time.
  const { cookie } = request.headers;
  if (cookie) request.headers.cookie = cookie.replace(/(?:^|;\s*)_session[^=]*=[^;]*/g, "");
  if (path.startsWith("/interaction/")) await interact(made.provider, made.people, request, response);
  else if (path === "/style.css") response.setHeader("content-type", "text/css; charset=utf-8").end(style());
  else await made.callback(request, response);
}

type Client = { clientId: string; clientSecret: string };

async function providerAt(issuer: string, { clientId, clientSecret }: Client): Promise<RunningProvider> {
  const { Provider: OidcServer } = await quietly(() => import("oidc-provider"));
  const people = new Map<string, Person>();
  const provider: Provider = new OidcServer(issuer, {
    adapter: inMemory(),
    jwks: { keys: [await signingKey()] },
    cookies: { keys: [randomBytes(32).toString("hex")] },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        application_type: "native",
        redirect_uris: ["http://127.0.0.1/auth/social/sandbox/callback"],
        grant_types: ["authorization_code"],
        response_types: ["code"],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    pkce: { required: () => true },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, AuthorizationCode: 60, IdToken: 600 },
    findAccount: (_ctx, sub) => {
      const person = people.get(sub);
      return person && { accountId: sub, claims: async () => ({ ...person }) };
    },
    // Whoever signs in here agrees to what is asked: there is no page for it.
    loadExistingGrant: async (ctx: KoaContextWithOIDC) => {
      const grant = new provider.Grant({
        clientId: ctx.oidc.client?.clientId ?? "",
        accountId: ctx.oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    renderError: (ctx) => {
      ctx.type = "text/plain";
      ctx.body = "The sandbox's provider could not go on. Go back and try again.";
    },
  });
  provider.Client.prototype.redirectUriAllowed = (uri: string) => callback.test(uri);
  return { provider, people, callback: provider.callback() };
}

/** The sign-in page: who one says one is, one is. */
async function interact(
  provider: Provider,
  people: Map<string, Person>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  await provider.interactionDetails(request, response);
  if (request.method !== "POST") {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.setHeader("cache-control", "no-store");
    response.end(String(await signInPage()));
    return;
  }
  const form = new URLSearchParams(await readBody(request));
  if (form.get("do") === "cancel") {
    const result = { error: "access_denied", error_description: "turned back" };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    return;
  }
  const email = (form.get("email") ?? "").trim().slice(0, 254);
  const name = (form.get("name") ?? "").trim().slice(0, 100) || "Sandbox Person";
  const sub = createHash("sha256")
    .update(email.toLowerCase() || name)
    .digest("hex")
    .slice(0, 24);
  const given = form.get("give") === "yes" && email !== "";
  people.set(sub, { sub, name, ...(given ? { email, email_verified: true } : {}) });
  await provider.interactionFinished(request, response, { login: { accountId: sub }, consent: {} });
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) {
    body += String(chunk);
    if (body.length > 10_000) throw new Error("too long");
  }
  return body;
}

async function signingKey(): Promise<JWK> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  return { ...privateKey.export({ format: "jwk" }), kid: "sandbox", alg: "RS256", use: "sig" } as JWK;
}

/** What the provider remembers, for as long as it says; nothing outlives the process. */
function inMemory(): (name: string) => Adapter {
  const kept = new Map<string, { payload: AdapterPayload; until: number }>();
  return (name) => {
    const key = (id: string) => `${name} ${id}`;
    const find = async (id: string) => {
      const found = kept.get(key(id));
      return found && found.until > Date.now() ? found.payload : undefined;
    };
    const where = async (test: (payload: AdapterPayload) => boolean) =>
      [...kept].find(([id, { payload }]) => id.startsWith(`${name} `) && test(payload))?.[1].payload;
    return {
      find,
      upsert: async (id, payload, seconds = 600) => {
        for (const [old, { until }] of kept) if (until < Date.now()) kept.delete(old);
        kept.set(key(id), { payload, until: Date.now() + seconds * 1000 });
      },
      findByUid: (uid) => where((payload) => payload.uid === uid),
      findByUserCode: (code) => where((payload) => payload.userCode === code),
      destroy: async (id) => void kept.delete(key(id)),
      revokeByGrantId: async (grant) => {
        for (const [id, { payload }] of kept) if (payload.grantId === grant) kept.delete(id);
      },
      consume: async (id) => {
        const payload = await find(id);
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
    };
  };
}

/** Loads without the one warning that this Node is older than the package likes: it works here, as the tests show. */
async function quietly<T>(load: () => Promise<T>): Promise<T> {
  const { warn } = console;
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes("Unsupported runtime")) warn(...words);
  };
  try {
    return await load();
  } finally {
    console.warn = warn;
  }
}
