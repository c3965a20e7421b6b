import { problem } from "../kit/contract";
import type { Database } from "../kit/database";
import type { Asked, Handlers } from "../kit/serve";
import { AuthDetails, type signInCalls } from "./contract.sign-in";
import type { IdentityDeps } from "./deps";
import { proves } from "./passwords";
import { startSession, tokenHash } from "./sessions";
import { askSecondStep, secondStep } from "./signup/second-step";
import { authorisationOf, providersOf } from "./social/providers";
import { socialSignIn } from "./social/sign-in";
import { addFailure, endSession, failures, forgive, type Known, loginOf, personOf } from "./store";

const windowSeconds = 15 * 60;
/** Wrong sign-ins allowed per window: one name from one address, one address for all names, one name from anywhere. */
const limits = { pair: 10, address: 60, name: 200 } as const;

/** One answer for an unknown address, a wrong password and a dismissed person: none of them is told apart. */
const neutral = "That e-mail address and password do not match.";

/** Signing in and out, with a password or at a provider, and who one is. */
export function signInHandlers(database: Database, clientId: string, deps: IdentityDeps): Handlers<typeof signInCalls> {
  const { db } = database;
  const providers = providersOf(deps);

  async function withPassword(username: string, password: string, { address }: Asked) {
    const email = username.toLowerCase();
    const keys = { pair: `pair ${email} ${address}`, address: `address ${address}`, name: `name ${email}` };
    const failed = await failures(db, Object.values(keys), windowSeconds);
    const over = (["pair", "address", "name"] as const).some((kind) => (failed.get(keys[kind]) ?? 0) >= limits[kind]);
    if (over) return problem(429, "Too many tries. Wait 15 minutes, then try again.");
    const login = await loginOf(db, email);
    const right = await proves(login?.password_hash, password);
    if (!login || !right) {
      await addFailure(db, Object.values(keys));
      return problem(401, neutral);
    }
    const person = { account: login.customer_account, user: login.user_id, address };
    const asked = await askSecondStep(db, person);
    if (asked) {
      await forgive(db, keys.pair);
      return asked;
    }
    const session = await startSession(db, person);
    if (!session) {
      await addFailure(db, Object.values(keys));
      return problem(401, neutral);
    }
    await forgive(db, keys.pair);
    return { status: 200 as const, body: session };
  }

  return {
    async token({ body }, asked) {
      if (body.client_id !== clientId) return problem(401, "This application is not known.");
      if (!body.auth_details) return withPassword(body.username ?? "", body.password ?? "", asked);
      const details = AuthDetails.safeParse(jsonOf(body.auth_details));
      if (!details.success)
        return problem(422, "auth_details can't be read.", {
          auth_details: ["Send the JSON that startProvider gave."],
        });
      return socialSignIn(database, providers, details.data, asked.address);
    },
    secondStep: ({ body }, { address }) => secondStep(db, deps.serviceSecret, { ...body, address }),
    async providers() {
      return { status: 200, body: { data: providers.map(({ id, name }) => ({ id, name })) } };
    },
    startProvider: ({ params, body }) => authorisationOf(providers, params.provider, body.redirect_uri),
    async details(_, { who, token }) {
      const person = who as Known;
      const known = person.account_name ? person : await personOf(db, tokenHash(token));
      if (!known) return problem(401, "Please sign in.");
      const { kind: _kind, ...user } = known;
      const named = (names: string[]) => names.map((name) => ({ name }));
      return {
        status: 200,
        body: { user: { ...user, permissions: named(user.permissions), products: named(user.products) } },
      };
    },
    async signout(_, { token }) {
      await endSession(db, tokenHash(token));
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
