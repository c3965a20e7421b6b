import { createHash, randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { problem } from "../kit/contract";
import type { Database } from "../kit/database";
import type { Introspect } from "../kit/principal";
import { type Handlers, type Surroundings, serve } from "../kit/serve";
import { identity } from "./contract";
import { addFailure, addSession, endSession, failures, forgive, type Known, loginOf, personOf } from "./store";

/** A session lives a week; the limits are per quarter of an hour. */
const sessionSeconds = 7 * 24 * 3600;
const windowSeconds = 15 * 60;
/** Wrong sign-ins allowed per window: one name from one address, one address for all names, one name from anywhere. */
const limits = { pair: 10, address: 60, name: 200 } as const;

/** One answer for an unknown address, a wrong password and a dismissed person: none of them is told apart. */
const neutral = "That e-mail address and password do not match.";

/** argon2id with 19 MiB, two passes (OWASP password storage). */
export function hashPassword(password: string): Promise<string> {
  return hash(password, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}

/** The only thing kept of a token. */
export function tokenHash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

let decoy: Promise<string> | undefined;

/** Checks the password against the stored hash, or against a decoy so that an unknown name takes as long. */
async function proves(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(16).toString("hex"));
  const right = await verify(stored ?? (await decoy), password).catch(() => false);
  return stored !== undefined && right;
}

/** The embedded identity service: opaque 256-bit tokens, hashed at rest, ended by deleting their row. */
export function identityService(database: Database, clientId: string, around: Surroundings) {
  const { db } = database;
  const handlers: Handlers<typeof identity.calls> = {
    async token({ body }, { address }) {
      if (body.client_id !== clientId) return problem(401, "This application is not known.");
      const email = body.username.toLowerCase();
      const keys = { pair: `pair ${email} ${address}`, address: `address ${address}`, name: `name ${email}` };
      const failed = await failures(db, Object.values(keys), windowSeconds);
      const over = (["pair", "address", "name"] as const).some((kind) => (failed.get(keys[kind]) ?? 0) >= limits[kind]);
      if (over) return problem(429, "Too many tries. Wait 15 minutes, then try again.");
      const login = await loginOf(db, email);
      const right = await proves(login?.password_hash, body.password);
      if (!login || !right) {
        await addFailure(db, Object.values(keys));
        return problem(401, neutral);
      }
      const token = randomBytes(32).toString("base64url");
      const token_hash = tokenHash(token);
      const { customer_account, user_id } = login;
      const expires_at = new Date(Date.now() + sessionSeconds * 1000);
      await addSession(db, { token_hash, customer_account, user_id, expires_at, address });
      if (!(await personOf(db, token_hash))) {
        await endSession(db, token_hash);
        await addFailure(db, Object.values(keys));
        return problem(401, neutral);
      }
      await forgive(db, keys.pair);
      return { status: 200, body: { access_token: token, token_type: "bearer", expires_in: sessionSeconds } };
    },
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
  return serve(identity, handlers, around);
}

/** How the services of this process learn who is asking. */
export function introspectIn(database: Database): Introspect {
  return (token) => personOf(database.db, tokenHash(token));
}
