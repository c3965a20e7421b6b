import { sql } from "kysely";
import { z } from "zod";
import { type Database, readAccount, type Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import type { Handlers } from "../../kit/serve";
import type { messaging } from "../contract";
import { EmailMember, type memberCalls } from "../contract.members";
import { listGroups } from "./recipients";

const batchSize = 5_000;

type Place = { group: number; at: string; contact_id: number };

/** The members of groups by their addresses, for the service of e-mails. */
export function emailMemberHandlers({
  db,
}: Database): Pick<Handlers<typeof messaging.calls>, keyof typeof memberCalls> {
  return {
    async emailMembers({ body }, { account }) {
      const found = await readAccount(db, account, async (trx) => {
        const groups = await listGroups(trx, account, body.group_ids);
        const own = new Set(groups.map(({ id }) => id));
        // In the order given: what the first group says of somebody counts.
        const wanted = [...new Set(body.group_ids)].filter((id) => own.has(id));
        return {
          groups: groups.map(({ id, name, field_names }) => ({ id, name, field_names })),
          ...(await readMembers(trx, account, wanted, body.after)),
        };
      });
      return { status: 200, body: found };
    },
  };
}

const MemberRow = EmailMember.extend({ at: z.string() });

async function readMembers(
  trx: Trx,
  account: string,
  groups: readonly number[],
  after: Place | null,
): Promise<{ data: EmailMember[]; next: Place | null }> {
  const place = after?.group ?? 0;
  const group = groups[place];
  if (group === undefined) return { data: [], next: null };
  const beyond = after?.at
    ? sql`and (added_at, contact_id) > (${after.at}::timestamptz, ${after.contact_id}::bigint)`
    : sql``;
  const rows = await checkedRows(
    trx,
    MemberRow,
    sql`
    select contact_id, email, name, msisdn, fields, added_at::text as at from messaging.group_contacts
    where customer_account = ${account} and group_id = ${group} ${beyond}
    order by added_at, contact_id limit ${batchSize}`,
  );
  const last = rows.at(-1);
  const more = rows.length === batchSize && last;
  const next = more
    ? { group: place, at: last.at, contact_id: last.contact_id }
    : place + 1 < groups.length
      ? { group: place + 1, at: "", contact_id: 0 }
      : null;
  return { data: rows.map(({ at: _, ...member }) => member), next };
}
