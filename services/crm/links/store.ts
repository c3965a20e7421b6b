import { createHash, randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import type { DB } from "../../tables";

/** What an address that is a secret leads to. */
export type SecretLinkKind = "calendar" | "sales" | "quote";

/** A token of 32 random bytes, as it stands in an address. */
export function newSecretToken(): string {
  return randomBytes(32).toString("base64url");
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Makes a token lead to its subject; the one that did so before leads nowhere from then on. */
export async function keepSecretLink(
  trx: Trx,
  account: string,
  kind: SecretLinkKind,
  subject: string,
  token: string,
): Promise<void> {
  await sql`
    insert into crm.secret_links (hash, customer_account, kind, subject)
    values (${hashOf(token)}, ${account}, ${kind}, ${subject})
    on conflict (customer_account, kind, subject)
      do update set hash = excluded.hash, created_at = now(), read_at = null`.execute(trx);
}

/** Ends an address. Answers whether there was one. */
export async function dropSecretLink(
  trx: Trx,
  account: string,
  kind: SecretLinkKind,
  subject: string,
): Promise<boolean> {
  const gone = await sql`
    delete from crm.secret_links
    where customer_account = ${account} and kind = ${kind} and subject = ${subject}`.execute(trx);
  return (gone.numAffectedRows ?? 0n) > 0n;
}

const SecretLinkStateRow = z.object({ created_at: z.date(), read_at: z.date().nullable() });

/** Since when there is an address, and when it was last asked for. */
export function findSecretLinkState(
  trx: Trx,
  account: string,
  kind: SecretLinkKind,
  subject: string,
): Promise<{ created_at: Date; read_at: Date | null } | undefined> {
  return checkedRow(
    trx,
    SecretLinkStateRow,
    sql`select created_at, read_at from crm.secret_links
      where customer_account = ${account} and kind = ${kind} and subject = ${subject}`,
  );
}

const SecretLinkRow = z.object({ account: z.string(), subject: z.string() });

/** Whose address it is; undefined for one that leads nowhere. */
export async function findSecretLink(
  db: Kysely<DB>,
  kind: SecretLinkKind,
  token: string,
): Promise<{ account: string; subject: string } | undefined> {
  if (!/^[\w-]{43}$/.test(token)) return undefined;
  return checkedRow(
    db,
    SecretLinkRow,
    sql`select customer_account as account, subject from crm.secret_links
      where hash = ${hashOf(token)} and kind = ${kind}`,
  );
}

/** Notes that an address was asked for, at most once in ten minutes. */
export async function noteRead(db: Kysely<DB>, token: string): Promise<void> {
  await sql`
    update crm.secret_links set read_at = now()
    where hash = ${hashOf(token)} and (read_at is null or read_at < now() - interval '10 minutes')`.execute(db);
}
