import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { delegatedName, delegatedPermissions, delegatedProducts, delegationNeeds } from "../../rules/delegation";
import { recordActivity } from "../kit/activities";
import { inAccount } from "../kit/database";
import { missing } from "../kit/principal";
import { checkedRow, checkedRows } from "../kit/row-schema";
import type { DB } from "../tables";
import type { SessionPerson } from "./store";
import { within } from "./within";

/** Every token for work in a child account begins with this; a session's never does. */
export const delegationPrefix = "dlg.";

/** How somebody of a parent account is known in a child account: no number of its own people is like it. */
export function delegateId(parent: string, user: number | string): string {
  return `delegate.${parent}.${user}`;
}

const Presented = z.object({
  home: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    account: z.string(),
    account_name: z.string(),
    roles: z.array(z.object({ name: z.string() })),
    permissions: z.array(z.string()),
    products: z.array(z.string()),
  }),
  child: z.object({
    customer_account: z.string(),
    account_name: z.string(),
    time_zone: z.string(),
    products: z.array(z.string()),
    billing_customer_id: z.string(),
    suspended: z.string().nullable(),
  }),
  expires_at: z.string(),
});

const FoundRow = z.object({ found: Presented.nullable() });

/**
 * The person behind a token for work in a child account, as that account knows them: with what both accounts allow.
 * Nothing as soon as the hour, the session, the right or the relation of the accounts has ended. One statement.
 */
export async function findDelegate(db: Kysely<DB>, hash: Buffer): Promise<SessionPerson | undefined> {
  const row = await checkedRow(
    db,
    FoundRow,
    sql`
    select identity.present_delegation(${hash}) as found`,
  );
  const found = row?.found;
  if (!found) return undefined;
  const { home, child, expires_at } = found;
  const { permission, product } = delegationNeeds;
  if (missing(home, { permissions: [permission], products: [product] })) return undefined;
  return {
    ...child,
    kind: "person",
    id: delegateId(home.account, home.id),
    name: delegatedName(home.name, home.account_name),
    email: home.email,
    profile_url: "",
    user_group: "1",
    // No role of theirs counts here: what they may is listed.
    roles: [],
    permissions: delegatedPermissions(home),
    products: delegatedProducts(home.products, child.products),
    holds_products: child.products.length > 0,
    platform: false,
    delegation: {
      parent_account: home.account,
      parent_name: home.account_name,
      expires_at: new Date(expires_at).toISOString(),
    },
  };
}

const EndedDelegation = z.object({
  customer_account: z.string(),
  user_id: z.number(),
  child_account: z.string(),
  end_reason: z.string(),
});
type EndedDelegation = z.infer<typeof EndedDelegation>;

/**
 * Ends one, once, and writes it in the activities of both accounts.
 * @param reason in words ("They stopped"); without it what can be seen: that the time is up, or that it is allowed no more
 */
export async function endDelegation(db: Kysely<DB>, hash: Buffer, reason?: string): Promise<void> {
  await endWhere(db, sql`token_hash = ${hash}`, reason);
}

/** Ends what was begun with a session. */
export async function endDelegations(db: Kysely<DB>, session: Buffer, reason: string): Promise<void> {
  await endWhere(db, sql`session_hash = ${session}`, reason);
}

async function endWhere(db: Kysely<DB>, which: ReturnType<typeof sql>, reason: string | undefined): Promise<void> {
  const rows = await checkedRows(
    db,
    EndedDelegation,
    sql`
    update identity.delegations set ended_at = least(now(), expires_at), end_reason = case
      when expires_at <= now() then 'The hour was over' else ${reason ?? "It was no longer allowed"}::text end
    where ${which} and ended_at is null
    returning customer_account, user_id, child_account, end_reason`,
  );
  for (const ended of rows) await recordEnd(db, ended);
}

async function recordEnd(db: Kysely<DB>, ended: EndedDelegation): Promise<void> {
  const { customer_account: parent, child_account: child, user_id, end_reason } = ended;
  await inAccount(db, parent, async (trx) => {
    const person = await trx
      .selectFrom("identity.users as u")
      .innerJoin("identity.accounts as a", "a.customer_account", "u.customer_account")
      .select(["u.name", "a.name as account_name"])
      .where("u.customer_account", "=", parent)
      .where("u.id", "=", user_id)
      .executeTakeFirst();
    if (!person) return;
    const { name, account_name } = person;
    const about = { subject: "delegation", subject_id: child } as const;
    const childName = await within(trx, parent, child, async () => {
      const row = await trx
        .selectFrom("identity.accounts")
        .select("name")
        .where("customer_account", "=", child)
        .executeTakeFirst();
      const by = { id: delegateId(parent, user_id), name: delegatedName(name, account_name) };
      await recordActivity(trx, child, by, {
        action: "Work for this account ended",
        description: `${end_reason}.`,
        ...about,
      });
      return row?.name ?? child;
    });
    const description = `${childName} (${child}): ${end_reason.toLowerCase()}.`;
    await recordActivity(
      trx,
      parent,
      { id: String(user_id), name },
      { action: "Work in a child account ended", description, ...about },
    );
  });
}
