import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { byNumber } from "../../kit/ordering";
import { likePattern, pageAnswer } from "../../kit/paging";
import { checkedRow } from "../../kit/row-schema";
import { type accountCalls, PlatformAccount } from "../contract.accounts";

type Query = z.output<typeof accountCalls.accounts.query>;
/** An account before its money was asked for. */
const AccountRow = PlatformAccount.omit({ balance_cents: true, held_cents: true }).extend({
  products: z.array(z.string()),
  requested_products: z.array(z.string()),
  phone: z.string(),
  country: z.string(),
});
export type AccountRow = z.infer<typeof AccountRow>;
type Row = {
  id: number;
  customer_account: string;
  name: string;
  platform: boolean;
  parent_account: string | null;
  suspended_at: Date | null;
  created_at: Date;
};
const AccountState = AccountRow.pick({
  phone: true,
  suspended_why: true,
  suspended_by: true,
  products: true,
  people: true,
  requested_products: true,
  country: true,
}).extend({ last_activity_at: z.string().nullable() });

/** A page of all accounts; the transaction is the platform's own. */
export async function accountPage(trx: Trx, query: Query) {
  let found = trx.selectFrom("identity.account_directory as t").selectAll("t");
  const q = likePattern(query.q);
  if (query.q) found = found.where((is) => is.or([is("t.name", "ilike", q), is("t.customer_account", "like", q)]));
  if (query.state) found = found.where("t.suspended_at", query.state === "suspended" ? "is not" : "is", null);
  const page = await pageAnswer(trx, found, query, byNumber("t.id"));
  return { ...page, data: await seen(trx, page.data) };
}

export async function accountSeen(trx: Trx, account: string): Promise<AccountRow | undefined> {
  const row = await trx
    .selectFrom("identity.account_directory")
    .selectAll()
    .where("customer_account", "=", account)
    .executeTakeFirst();
  return row && (await seen(trx, [row]))[0];
}

/** The name of an account by its number; empty when there is none. */
export async function loadAccountName(trx: Trx, account: string | null): Promise<string> {
  if (account === null) return "";
  const row = await trx
    .selectFrom("identity.account_directory")
    .select("name")
    .where("customer_account", "=", account)
    .executeTakeFirst();
  return row?.name ?? "";
}

const FoundRow = z.object({ found: z.record(z.string(), AccountState) });

async function seen(trx: Trx, rows: readonly Row[]): Promise<AccountRow[]> {
  const numbers = rows.map(({ customer_account }) => customer_account);
  const found = await checkedRow(
    trx,
    FoundRow,
    sql`
    select identity.accounts_now(${numbers}::text[]) as found`,
  );
  const now = found?.found ?? {};
  return rows.map(({ customer_account, name, platform, parent_account, suspended_at, created_at }) => {
    const own = now[customer_account];
    return {
      number: customer_account,
      name,
      platform,
      parent: parent_account,
      state: suspended_at ? "suspended" : "active",
      suspended_at: suspended_at?.toISOString() ?? null,
      suspended_why: own?.suspended_why ?? "",
      suspended_by: own?.suspended_by ?? "",
      products: own?.products ?? [],
      requested_products: own?.requested_products ?? [],
      phone: own?.phone ?? "",
      country: own?.country ?? "",
      people: own?.people ?? 0,
      last_activity_at: own?.last_activity_at ? new Date(own.last_activity_at).toISOString() : null,
      created_at: created_at.toISOString(),
    };
  });
}
