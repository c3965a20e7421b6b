import { problem } from "../kit/contract";
import type { Database } from "../kit/database";
import type { Handlers } from "../kit/serve";
import { AuthDetails, type signInCalls } from "./contract.sign-in";
import { endDelegations } from "./delegations";
import type { IdentityDeps } from "./deps";
import { browserToken, readBrowser } from "./known-browser";
import { secondStep } from "./second-step";
import { tokenHash } from "./sessions";
import { passwordSignIn } from "./sign-in-password";
import { socialSignIn } from "./signup/provider-sign-in";
import { signInByLink } from "./signup/sign-in-link";
import { signInProviders, startAuthorisation } from "./social/providers";
import { endSession, findPerson, type SessionPerson } from "./store";

/** Signing in and out, with a password or at a provider, and who one is. */
export function signInHandlers(database: Database, clientId: string, deps: IdentityDeps): Handlers<typeof signInCalls> {
  const { db } = database;
  const providers = signInProviders(deps);

  const withPassword = passwordSignIn(database, deps);

  return {
    async token({ body }, context) {
      if (body.client_id !== clientId) return problem(401, "Unknown application.");
      const { username = "", password = "", browser } = body;
      if (!body.auth_details) return withPassword({ username, password, browser }, context.address);
      const details = AuthDetails.safeParse(jsonOf(body.auth_details));
      if (!details.success)
        return problem(422, "auth_details can't be read.", {
          auth_details: ["Send the JSON that startProvider gave."],
        });
      return socialSignIn(database, providers, details.data, context.address);
    },
    signInLink: ({ body }, { address }) => signInByLink(database, body.token, address),
    async rememberBrowser({ body }, { who }) {
      const before = readBrowser(deps.serviceSecret, body.browser);
      return { status: 200, body: { browser: browserToken(deps.serviceSecret, before, who.email) } };
    },
    secondStep: ({ body }, { address }) => secondStep(db, deps.serviceSecret, { ...body, address }),
    async providers() {
      return { status: 200, body: { data: providers.map(({ id, name }) => ({ id, name })) } };
    },
    startProvider: ({ params, body }) => startAuthorisation(providers, params.provider, body.redirect_uri),
    async details(_, { who, token }) {
      const person = who as SessionPerson;
      const known = person.account_name ? person : await findPerson(db, tokenHash(token));
      if (!known) return problem(401, "Please sign in.");
      const { kind: _kind, ...user } = known;
      const named = (names: string[]) => names.map((name) => ({ name }));
      return {
        status: 200,
        body: {
          user: {
            ...user,
            delegation: user.delegation ?? null,
            api_key: user.api_key ?? null,
            permissions: named(user.permissions),
            products: named(user.products),
          },
        },
      };
    },
    async signout(_, { token }) {
      const hash = tokenHash(token);
      await endDelegations(db, hash, "They signed out");
      await endSession(db, hash);
      return { status: 200, body: { status: 200, message: "Signed out." } };
    },
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
