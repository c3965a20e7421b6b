import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { type Language, languages } from "../../../rules/webchat";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { decrypt, encrypt } from "../../kit/encryption";
import { checkedRow } from "../../kit/row-schema";
import { siteColumns } from "../applications";
import { dropPushTokens } from "./push-tokens";

/** An application as its visitors meet it. */
const Site = z.object({
  account: z.string(),
  id: z.number(),
  /** The chat of a site, or of an app on phones. */
  channel: z.enum(["webchat", "mobile"]),
  ...siteColumns,
  identity_secret: z.instanceof(Buffer).nullable(),
  identity_required: z.boolean(),
});
export type Site = z.infer<typeof Site>;

const Visitor = z.object({
  id: z.string(),
  external_id: z.string(),
  verified: z.boolean(),
  language: z.enum(languages),
  known: z.array(z.string()),
  consented: z.boolean(),
});
export type Visitor = z.infer<typeof Visitor>;

const keyShape = /^[0-9a-f]{30}$/;
/** `<key>.<secret>`: which application, and 32 random bytes that only the browser has. */
const tokenShape = /^([0-9a-f]{30})\.([\w-]{43})$/;
const maxKeys = 10_000;
/** Minutes between two notes that a visitor was there. */
const seenEvery = 1;

/** Finds applications by their keys; which account a key belongs to never changes, so it is remembered. */
export function siteFinder({ db }: Database) {
  const places = new Map<string, { account: string; id: number }>();

  async function place(key: string) {
    const known = places.get(key);
    if (known) return known;
    const row = await db
      .selectFrom("webchat.keys")
      .select(["customer_account as account", "application_id as id"])
      .where("key", "=", key)
      .executeTakeFirst();
    if (!row) return undefined;
    if (places.size >= maxKeys) places.clear();
    places.set(key, row);
    return row;
  }

  /** The active application of a key. */
  async function site(key: string): Promise<Site | undefined> {
    const at = keyShape.test(key) ? await place(key) : undefined;
    return at && (await readAccount(db, at.account, (trx) => siteRow(trx, at.account, at.id)));
  }

  /** Whose session a token is: one question for the visitor and the application. */
  async function session(token: string): Promise<{ site: Site; visitor: Visitor } | undefined> {
    const [, key = "", secret = ""] = tokenShape.exec(token) ?? [];
    const at = key === "" ? undefined : await place(key);
    if (!at) return undefined;
    const [found, visitor] = await readAccount(db, at.account, (trx) =>
      Promise.all([siteRow(trx, at.account, at.id), visitorRow(trx, at.account, at.id, hashOf(secret))]),
    );
    return found && visitor ? { site: found, visitor } : undefined;
  }

  return { site, session };
}

function siteRow(trx: Trx, account: string, id: number): Promise<Site | undefined> {
  return checkedRow(
    trx,
    Site,
    sql`
    select customer_account as account, id, channel, key, inbox_id, name, colour, greeting, position, domains, null_origin,
      languages, prechat, consent, away_text, away_form, identity_secret, identity_required
    from webchat.applications
    where customer_account = ${account} and id = ${id} and active and deleted_at is null`,
    { batched: true },
  );
}

function visitorRow(trx: Trx, account: string, application: number, hash: Buffer): Promise<Visitor | undefined> {
  return checkedRow(
    trx,
    Visitor,
    sql`
    select id, external_id, verified, language, known, consent_at is not null as consented from webchat.visitors
    where customer_account = ${account} and token_hash = ${hash} and application_id = ${application}`,
    { batched: true },
  );
}

function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

const profilePurpose = "webchat profile";

/** What a signed identity told at the session's begin, as long as chat does not have it. */
export async function findProfile(
  { db }: Database,
  site: Site,
  visitor: Visitor,
  key: string,
): Promise<string | undefined> {
  const row = await readAccount(db, site.account, (trx) =>
    trx
      .selectFrom("webchat.visitors")
      .select("profile")
      .where("customer_account", "=", site.account)
      .where("id", "=", visitor.id)
      .executeTakeFirst(),
  );
  return row?.profile ? decrypt(key, profilePurpose, visitor.id, row.profile) : undefined;
}

/** A new session. `key` seals the profile; `external` is who a signed identity says it is; without one the visitor is nobody but this browser. */
export async function addVisitor(
  { db }: Database,
  site: Site,
  given: { language: Language; external?: string; profile?: string; known: string[] },
  key: string,
): Promise<{ token: string; visitor: Visitor }> {
  const id = randomBytes(16).toString("hex");
  const secret = randomBytes(32).toString("base64url");
  const { language, external, profile, known } = given;
  const sealed = profile === undefined ? null : encrypt(key, profilePurpose, id, profile);
  const visitor = { id, external_id: external ?? id, verified: external !== undefined, language, known };
  await inAccount(db, site.account, (trx) =>
    trx
      .insertInto("webchat.visitors")
      .values({
        customer_account: site.account,
        application_id: site.id,
        token_hash: hashOf(secret),
        profile: sealed,
        ...visitor,
      })
      .execute(),
  );
  return { token: `${site.key}.${secret}`, visitor: { ...visitor, consented: false } };
}

/**
 * An anonymous visitor is whom a signed identity says: the same browser with another token, so that nobody who had the
 * old one reads on.
 */
export async function signVisitor(
  { db }: Database,
  site: Site,
  visitor: Visitor,
  { external, profile, known }: { external: string; profile: string; known: readonly string[] },
  key: string,
): Promise<{ token: string; visitor: Visitor }> {
  const secret = randomBytes(32).toString("base64url");
  const all = [...new Set([...visitor.known, ...known])];
  const signed = { external_id: external, verified: true, known: all };
  await inAccount(db, site.account, (trx) =>
    trx
      .updateTable("webchat.visitors")
      .set({ ...signed, token_hash: hashOf(secret), profile: encrypt(key, profilePurpose, visitor.id, profile) })
      .where("customer_account", "=", site.account)
      .where("id", "=", visitor.id)
      .execute(),
  );
  return { token: `${site.key}.${secret}`, visitor: { ...visitor, ...signed } };
}

/** The session ends: its token opens nothing any more, and its phone is pushed to no more. */
export async function endSession({ db }: Database, site: Site, visitor: Visitor): Promise<void> {
  await inAccount(db, site.account, async (trx) => {
    await trx
      .updateTable("webchat.visitors")
      .set({ token_hash: randomBytes(32) })
      .where("customer_account", "=", site.account)
      .where("id", "=", visitor.id)
      .execute();
    await dropPushTokens(trx, site.account, visitor.id);
  });
}

/** What a form told: only the names of the answers are kept here. */
export async function noteKnown(
  { db }: Database,
  site: Site,
  visitor: Visitor,
  names: readonly string[],
  consents: boolean,
): Promise<void> {
  await inAccount(db, site.account, (trx) =>
    sql`
      update webchat.visitors set profile = null,
        known = array(select distinct unnest(known || ${[...names]}::text[])),
        consent_at = case when ${consents} then coalesce(consent_at, now()) else consent_at end, seen_at = now()
      where customer_account = ${site.account} and id = ${visitor.id}`.execute(trx),
  );
}

/** The visitor is there; written down once in some minutes. */
export async function noteSeen({ db }: Database, site: Site, visitor: Visitor): Promise<void> {
  await inAccount(db, site.account, (trx) =>
    sql`
      update webchat.visitors set seen_at = now()
      where customer_account = ${site.account} and id = ${visitor.id}
        and seen_at < now() - make_interval(mins => ${seenEvery})`.execute(trx),
  );
}
