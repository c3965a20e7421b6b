import { sql } from "kysely";
import { z } from "zod";
import { problem } from "../../kit/contract";
import { type Database, readAccount } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import type { Handlers } from "../../kit/serve";
import type { identity } from "../contract";
import type { accessCalls } from "../contract.access";
import { memberState } from "./member-record";

const AccessRow = z.object({
  name: z.string(),
  email: z.string(),
  role: z.string().nullable(),
  permissions: z.array(z.string()),
  products: z.array(z.string()),
});

/** What a person may do, as a session of theirs would be told. */
export function accessHandlers({ db }: Database): Pick<Handlers<typeof identity.calls>, keyof typeof accessCalls> {
  return {
    async personAccess({ params: { id } }, { account }) {
      const found = await readAccount(db, account, (trx) =>
        checkedRow(
          trx,
          AccessRow,
          sql`select u.name, u.email, r.name as role, u.permissions || coalesce(r.permissions, '{}') as permissions,
              array(select p from unnest(a.products) p where p <> all (u.modules_off)) as products
            from identity.users u
              join identity.accounts a on a.customer_account = u.customer_account
              left join identity.roles r on r.customer_account = u.customer_account and r.id = u.role_id
            where u.customer_account = ${account} and u.id::text = ${id} and a.suspended_at is null
              and ${memberState} = 'active'`,
        ),
      );
      if (!found) return problem(404, "There is no such person who can sign in.");
      const { role, ...held } = found;
      return { status: 200, body: { ...held, roles: role === null ? [] : [{ name: role }] } };
    },
  };
}
