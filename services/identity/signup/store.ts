import { type Kysely, type Selectable, sql, type UpdateObject } from "kysely";
import type { DB, IdentitySignups } from "../../tables";
import { secretHash } from "../tokens";

type Db = Kysely<DB>;
export type SignUpRow = Selectable<IdentitySignups>;

/** An unproven sign-up lives a day; one proven gets another, for the company's details. */
export const signUpSeconds = 24 * 3_600;

export async function addSignUp(
  db: Db,
  row: {
    handle: string;
    kind: "new" | "link";
    email: string;
    name: string;
    phone?: string;
    company?: string;
    password_hash?: string;
    provider?: string;
    subject?: string;
    return_to: string;
  },
): Promise<void> {
  const { handle, ...rest } = row;
  await db
    .insertInto("identity.signups")
    .values({
      handle_hash: secretHash(handle),
      ...rest,
      expires_at: sql<Date>`now() + make_interval(secs => ${signUpSeconds})`,
    })
    .execute();
}

const live = sql<boolean>`expires_at > now()`;

export function loadSignUp(db: Db, handle: string): Promise<SignUpRow | undefined> {
  return db
    .selectFrom("identity.signups")
    .selectAll()
    .where("handle_hash", "=", secretHash(handle))
    .where(live)
    .executeTakeFirst();
}

/** The same, held until the commit: tries are counted one by one. */
export function lockSignUp(trx: Db, hash: Buffer): Promise<SignUpRow | undefined> {
  return trx
    .selectFrom("identity.signups")
    .selectAll()
    .where("handle_hash", "=", hash)
    .where(live)
    .forUpdate()
    .executeTakeFirst();
}

export function signUpByLink(db: Db, link: string): Promise<SignUpRow | undefined> {
  return db
    .selectFrom("identity.signups")
    .selectAll()
    .where("link_hash", "=", secretHash(link))
    .where(live)
    .executeTakeFirst();
}

export async function changeSignUp(db: Db, hash: Buffer, change: UpdateObject<DB, "identity.signups">): Promise<void> {
  await db.updateTable("identity.signups").set(change).where("handle_hash", "=", hash).execute();
}

export async function dropSignUp(db: Db, hash: Buffer): Promise<void> {
  await db.deleteFrom("identity.signups").where("handle_hash", "=", hash).execute();
}
