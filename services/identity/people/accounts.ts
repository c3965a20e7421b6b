import { sql } from "kysely";
import { z } from "zod";
import { withAliases } from "../../../rules/access";
import { rolesFor } from "../../../rules/system-roles";
import { recordActivity } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { lockPeople } from "./member-record";
import { listOwners } from "./members";
import { listed } from "./messages";

/** Gives a new account its system roles; answers the id of each by name. Safe to repeat. */
export async function addSystemRoles(
  trx: Trx,
  account: string,
  { platform = false }: { platform?: boolean } = {},
): Promise<Map<string, number>> {
  const roles = rolesFor({ platform });
  await trx
    .insertInto("identity.roles")
    .values(
      roles.map(({ name, permissions }) => ({
        customer_account: account,
        name,
        permissions: [...permissions],
        system: true,
      })),
    )
    .onConflict((on) => on.doNothing())
    .execute();
  const rows = await trx
    .selectFrom("identity.roles")
    .select(["id", "name"])
    .where("customer_account", "=", account)
    .where("system", "=", true)
    .execute();
  return new Map(rows.map(({ name, id }) => [name, id]));
}

/** Adds products to the account and takes products away, each once. Answers what it holds now. */
export async function grantProducts(
  trx: Trx,
  account: string,
  { grant, revoke, reason }: { grant: readonly string[]; revoke: readonly string[]; reason: string },
): Promise<string[]> {
  await lockPeople(trx, account);
  const row = await trx
    .selectFrom("identity.accounts")
    .select("products")
    .where("customer_account", "=", account)
    .executeTakeFirst();
  if (!row) throw new HttpError(404, "There is no such account.");
  const held = withAliases(row.products);
  const gone = withAliases(revoke);
  const added = [...new Set(grant)].filter((name) => !held.has(name) && !gone.has(name));
  const taken = row.products.filter((name) => gone.has(name));
  if (added.length === 0 && taken.length === 0) return row.products;
  const products = [...row.products.filter((name) => !gone.has(name)), ...added];
  await trx.updateTable("identity.accounts").set({ products }).where("customer_account", "=", account).execute();
  const said = [
    added.length > 0 ? `${listed(added)} switched on` : "",
    taken.length > 0 ? `${listed(taken)} switched off` : "",
  ].filter(Boolean);
  await recordActivity(trx, account, "system", {
    action: "Products changed",
    description: `${said.join(", ")}: ${reason}.`,
    subject: "account",
    subject_id: account,
  });
  return products;
}

/** The account itself, for the services that bill it and write to it. */
export async function findAccount(trx: Trx, account: string) {
  const row = await trx
    .selectFrom("identity.accounts")
    .selectAll()
    .where("customer_account", "=", account)
    .executeTakeFirst();
  if (!row) return undefined;
  const { suspended_at, created_at: _created, requested_products: _requested, ...said } = row;
  return { ...said, suspended_at: suspended_at?.toISOString() ?? null, owners: await listOwners(trx, account) };
}

const ProductsRow = z.object({ products: z.array(z.string()) });

/** The switches of one person, one a product of the account (aliases are one), and those the account does not hold. */
export async function listProducts(trx: Trx, account: string): Promise<string[]> {
  const row = await checkedRow(
    trx,
    ProductsRow,
    sql`
    select products from identity.accounts where customer_account = ${account}`,
  );
  return row?.products ?? [];
}
