import { sql } from "kysely";
import { z } from "zod";
import type { ActivityActor } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";

export type ChildRow = Awaited<ReturnType<typeof childRow>>;

/** The parent's row of one of its children; a number that is no child of it is unknown. @throws HttpError 404 */
export async function childRow(trx: Trx, account: string, child: string) {
  const row = await trx
    .selectFrom("identity.children")
    .selectAll()
    .where("customer_account", "=", account)
    .where("child_account", "=", child)
    .executeTakeFirst();
  if (!row) throw new HttpError(404, "There is no such child account.");
  return row;
}

const ChildNow = z.object({
  products: z.array(z.string()),
  billing_customer_id: z.string(),
  suspended_at: z.string().nullable(),
  suspended_by: z.string(),
  owner: z.enum(["joined", "invited"]),
});
export type ChildNow = z.infer<typeof ChildNow>;

const FoundRow = z.object({ found: z.record(z.string(), ChildNow) });

/** What the children's own rows say, by number. Only for numbers out of the parent's list. */
export async function childrenNow(trx: Trx, numbers: readonly string[]): Promise<Record<string, ChildNow>> {
  if (numbers.length === 0) return {};
  const row = await checkedRow(
    trx,
    FoundRow,
    sql`
    select identity.children_now(${numbers}::text[]) as found`,
  );
  return row?.found ?? {};
}

export async function accountRow(trx: Trx, account: string) {
  return trx
    .selectFrom("identity.accounts")
    .select(["name", "products", "time_zone", "country", "currency"])
    .where("customer_account", "=", account)
    .executeTakeFirstOrThrow();
}

/** How a parent stands in its child's activities: by its name, without the people behind it. */
export function parentActor(account: string, name: string): ActivityActor {
  return { id: `account ${account}`, name };
}
