import { randomInt } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { z } from "zod";
import { brand } from "../../../rules/brand";
import { inAccount, readAccount, type Trx } from "../../kit/database";
import { decrypt, encrypt, keyedHash } from "../../kit/encryption";
import { checkedRow } from "../../kit/row-schema";
import type { DB } from "../../tables";
import { countTry, forgive } from "../attempts";

/** Whose second factor: the account and the number of the person in it. */
export type UserKey = { account: string; user: number };

/** `tries`: too many wrong codes; nothing is judged until a quarter of an hour has passed. */
export type Proof = "right" | "wrong" | "tries";

const purpose = "second factor";
const most = { codes: 10, tries: 10, seconds: 15 * 60 } as const;

function bound({ account, user }: UserKey): string {
  return `${account}/${user}`;
}

/** Thirty seconds a code, six digits, SHA-1: what every authenticator app knows (RFC 6238). */
function totp(secret: string, label = ""): TOTP {
  return new TOTP({ issuer: brand.name, label, secret: Secret.fromBase32(secret), period: 30, digits: 6 });
}

/** Whether this person's sign-in has a second step. */
export async function needsSecondFactor(db: Kysely<DB>, { account, user }: UserKey): Promise<boolean> {
  const row = await readAccount(db, account, (trx) =>
    trx
      .selectFrom("identity.second_factors")
      .select("confirmed_at")
      .where("customer_account", "=", account)
      .where("user_id", "=", user)
      .executeTakeFirst(),
  );
  return row?.confirmed_at != null;
}

/**
 * Judges the code of a second step: one of the app's, each good once, or a recovery code, used up by it. Wrong ones are
 * counted however they come, also many at once.
 */
export async function proveSecondFactor(
  db: Kysely<DB>,
  serviceSecret: string,
  whose: UserKey,
  code: string,
): Promise<Proof> {
  return inAccount(db, whose.account, (trx) => prove(trx, serviceSecret, whose, code, true));
}

/** The same inside a transaction; `confirmed` false judges a factor that is still being set up. */
export async function prove(
  trx: Trx,
  serviceSecret: string,
  whose: UserKey,
  code: string,
  confirmed: boolean,
): Promise<Proof> {
  const row = await lock(trx, whose);
  if (!row || (row.confirmed_at !== null) !== confirmed) return "wrong";
  const key = `factor ${bound(whose)}`;
  if ((await countTry(trx, { key, seconds: most.seconds })) > most.tries) return "tries";
  const written = code.replace(/[\s-]/g, "").toUpperCase();
  const right = /^\d{6}$/.test(written)
    ? await takeStep(
        trx,
        whose,
        totp(decrypt(serviceSecret, purpose, bound(whose), row.secret)),
        written,
        row.last_step,
      )
    : confirmed && (await takeRecovery(trx, serviceSecret, whose, written));
  if (right) await forgive(trx, key);
  return right ? "right" : "wrong";
}

/** Held until the commit: of two codes that come at once the second is judged after the first. */
function lock(trx: Trx, { account, user }: UserKey) {
  return trx
    .selectFrom("identity.second_factors")
    .selectAll()
    .where("customer_account", "=", account)
    .where("user_id", "=", user)
    .forUpdate()
    .executeTakeFirst();
}

async function takeStep(trx: Trx, { account, user }: UserKey, codes: TOTP, token: string, last: number) {
  // One step either way: the clocks of telephones are not ours.
  const delta = codes.validate({ token, window: 1 });
  if (delta === null) return false;
  const step = Math.floor(Date.now() / 30_000) + delta;
  if (step <= last) return false;
  await trx
    .updateTable("identity.second_factors")
    .set({ last_step: step })
    .where("customer_account", "=", account)
    .where("user_id", "=", user)
    .execute();
  return true;
}

async function takeRecovery(trx: Trx, serviceSecret: string, whose: UserKey, code: string): Promise<boolean> {
  const taken = await trx
    .deleteFrom("identity.recovery_codes")
    .where("customer_account", "=", whose.account)
    .where("user_id", "=", whose.user)
    .where("code_hash", "=", recoveryHash(serviceSecret, whose, code))
    .returning("user_id")
    .executeTakeFirst();
  return taken !== undefined;
}

function recoveryHash(serviceSecret: string, whose: UserKey, code: string): Buffer {
  return keyedHash(serviceSecret, "recovery codes", `${bound(whose)} ${code.replace(/[\s-]/g, "").toUpperCase()}`);
}

export type FactorState = { on: boolean; pending: boolean; codes_left: number };

const FactorStateRow = z.object({ confirmed_at: z.date().nullable(), codes: z.number() });

export async function factorState(trx: Trx, { account, user }: UserKey): Promise<FactorState> {
  const found = await checkedRow(
    trx,
    FactorStateRow,
    sql`
    select confirmed_at, (select count(*) from identity.recovery_codes c
      where c.customer_account = f.customer_account and c.user_id = f.user_id)::int as codes
    from identity.second_factors f where customer_account = ${account} and user_id = ${user}`,
  );
  const row = found;
  return {
    on: row?.confirmed_at != null,
    pending: row !== undefined && !row.confirmed_at,
    codes_left: row?.codes ?? 0,
  };
}

export type Setup = { secret: string; uri: string };

/** Begins, or shows again what was begun: the secret as the app wants it. Nothing when a factor is on already. */
export async function beginFactor(
  trx: Trx,
  serviceSecret: string,
  whose: UserKey,
  label: string,
): Promise<Setup | undefined> {
  const fresh = encrypt(serviceSecret, purpose, bound(whose), new Secret({ size: 20 }).base32);
  await trx
    .insertInto("identity.second_factors")
    .values({ customer_account: whose.account, user_id: whose.user, secret: fresh })
    .onConflict((on) => on.doNothing())
    .execute();
  return pendingSetup(trx, serviceSecret, whose, label);
}

/** What was begun and not confirmed yet. */
export async function pendingSetup(
  trx: Trx,
  serviceSecret: string,
  whose: UserKey,
  label: string,
): Promise<Setup | undefined> {
  const row = await lock(trx, whose);
  if (!row || row.confirmed_at) return undefined;
  const secret = decrypt(serviceSecret, purpose, bound(whose), row.secret);
  return { secret, uri: totp(secret, label).toString() };
}

/** Turns it on with a code of it, and gives out the recovery codes: nobody sees them again. */
export async function confirmFactor(
  trx: Trx,
  serviceSecret: string,
  whose: UserKey,
  code: string,
): Promise<{ proof: Proof; codes: string[] }> {
  const proof = await prove(trx, serviceSecret, whose, code, false);
  if (proof !== "right") return { proof, codes: [] };
  await trx
    .updateTable("identity.second_factors")
    .set({ confirmed_at: new Date() })
    .where("customer_account", "=", whose.account)
    .where("user_id", "=", whose.user)
    .execute();
  return { proof, codes: await newRecoveryCodes(trx, serviceSecret, whose) };
}

const letters = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

/** Ten fresh codes of 49 bits each; those given out before are worthless from now on. */
export async function newRecoveryCodes(trx: Trx, serviceSecret: string, whose: UserKey): Promise<string[]> {
  const one = () => Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join("");
  // Six digits in a row would read as a code of the app; a code has ten characters, so it never does.
  const codes = Array.from({ length: most.codes }, one);
  await trx
    .deleteFrom("identity.recovery_codes")
    .where("customer_account", "=", whose.account)
    .where("user_id", "=", whose.user)
    .execute();
  await trx
    .insertInto("identity.recovery_codes")
    .values(
      codes.map((code) => ({
        customer_account: whose.account,
        user_id: whose.user,
        code_hash: recoveryHash(serviceSecret, whose, code),
      })),
    )
    .execute();
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

/** Turns it off, whether it was on or still being set up; its recovery codes go with it. */
export async function dropFactor(trx: Trx, { account, user }: UserKey): Promise<boolean> {
  const gone = await trx
    .deleteFrom("identity.second_factors")
    .where("customer_account", "=", account)
    .where("user_id", "=", user)
    .returning("confirmed_at")
    .executeTakeFirst();
  return gone?.confirmed_at != null;
}
