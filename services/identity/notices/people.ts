import { sql } from "kysely";
import { z } from "zod";
import { isAdmin } from "../../../rules/access";
import { type NoticeKind, noticeKind } from "../../../rules/notices";
import type { Trx } from "../../kit/database";
import { kindsFor } from "../../kit/notice-store";
import { checkedRows } from "../../kit/row-schema";
import { memberState } from "../people/member-record";

const Row = z.object({
  id: z.string(),
  email: z.string(),
  role: z.string().nullable(),
  permissions: z.array(z.string()),
  products: z.array(z.string()),
});
type Row = z.infer<typeof Row>;

/** Most people who are notified of one thing by their permissions. */
const maxAudience = 500;

/** Of these people those who can sign in, with what they may read. */
export async function noticePeople(trx: Trx, account: string, ids: readonly string[]) {
  return (await activePeople(trx, account, ids)).map(shown);
}

/** Everybody whose permissions make them the audience of a kind; admins hold every permission. */
export async function noticeAudience(trx: Trx, account: string, kind: NoticeKind) {
  const audience = noticeKind(kind).audience ?? [];
  const people = await activePeople(trx, account, undefined);
  return people
    .filter((one) => isAdmin(rolesOf(one)) || audience.some((name) => one.permissions.includes(name)))
    .map(shown)
    .filter(({ kinds }) => kinds.includes(kind))
    .slice(0, maxAudience);
}

async function activePeople(trx: Trx, account: string, ids: readonly string[] | undefined): Promise<Row[]> {
  return checkedRows(
    trx,
    Row,
    sql`
    select m.* from (
      select u.id::text as id, u.email, r.name as role, u.permissions || coalesce(r.permissions, '{}') as permissions,
        array(select p from unnest(a.products) p where p <> all (u.modules_off)) as products, ${memberState} as state
      from identity.users u
        join identity.accounts a on a.customer_account = u.customer_account
        left join identity.roles r on r.customer_account = u.customer_account and r.id = u.role_id
      where u.customer_account = ${account} and u.active
        and (${ids === undefined} or u.id::text = any(${ids ?? []}::text[]))) m
    where m.state = 'active' order by m.id::bigint limit 5000`,
  );
}

function rolesOf({ role }: Row) {
  return role === null ? [] : [{ name: role }];
}

function shown(row: Row) {
  const { id, email, permissions, products } = row;
  return { id, email, kinds: kindsFor({ roles: rolesOf(row), permissions, products }) };
}
