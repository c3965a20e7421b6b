import { sql } from "kysely";
import type { SuppressionSource } from "../../../rules/email";
import { commas } from "../../../rules/format";
import type { ListSort } from "../../../rules/list-orders";
import { type ActivityActor, recordActivity } from "../../kit/activities";
import { recordConsents } from "../../kit/consents";
import type { Trx } from "../../kit/database";
import { keyColumn, namedOrders } from "../../kit/ordering";
import { type PageQuery, pageOfRows } from "../../kit/paging";
import type { Suppression } from "../contract.schemas";

type Row = Omit<Suppression, "created_at" | "expires_at"> & { created_at: Date; expires_at: Date | null };

const orderOf = namedOrders<ListSort<"suppressions">>(
  { added: [], address: keyColumn("text", "address") },
  keyColumn("bigint", "id"),
);

/** What is over counts no more, also before it is tidied away. */
export const inForce = sql`(expires_at is null or expires_at > now())`;

export async function suppressionPage(
  trx: Trx,
  account: string,
  asked: PageQuery & { q: string; source?: SuppressionSource | undefined; sort: ListSort<"suppressions"> },
) {
  const { q, source } = asked;
  const page = await pageOfRows<Row>(trx, asked, {
    select: sql`id, address, source, reason, added_by, created_at, expires_at`,
    from: sql`email.suppressions where customer_account = ${account} and ${inForce}
      and (${source ?? null}::text is null or source = ${source ?? null})
      and (${q} = '' or strpos(address, lower(${q})) > 0)`,
    order: orderOf(asked.sort),
    batched: q === "",
  });
  return {
    ...page,
    data: page.data.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      expires_at: row.expires_at?.toISOString() ?? null,
    })),
  };
}

type Suppressing = {
  source: SuppressionSource;
  reason: string;
  by?: string;
  mailing?: number;
  /** None: for good. */
  expires?: Date | null;
};

/** Adds addresses; what lasts longer wins over what is there. Answers those that were new. */
export async function suppress(
  trx: Trx,
  account: string,
  addresses: readonly string[],
  { source, reason, by = "", mailing, expires = null }: Suppressing,
): Promise<string[]> {
  const { rows } = await sql<{ address: string; fresh: boolean }>`
    insert into email.suppressions as s (customer_account, address, source, reason, added_by, mailing_id, expires_at)
    select ${account}, address, ${source}, ${reason}, ${by}, ${mailing ?? null}::bigint, ${expires}::timestamptz
    from unnest(${[...new Set(addresses)].sort()}::text[]) with ordinality given (address, place) order by place
    on conflict (customer_account, address) do update set source = excluded.source, reason = excluded.reason,
      added_by = excluded.added_by, mailing_id = excluded.mailing_id, expires_at = excluded.expires_at, created_at = now()
      where s.expires_at is not null and (excluded.expires_at is null or excluded.expires_at > s.expires_at)
    returning address, xmax = 0 as fresh`.execute(trx);
  const added = rows.flatMap(({ address, fresh }) => (fresh ? [address] : []));
  if (source !== "bounce") await recordConsents(trx, account, added, { change: "out", source: reason || source, by });
  return added;
}

/** By staff, with its activity. */
export async function suppressByStaff(
  trx: Trx,
  account: string,
  addresses: readonly string[],
  { by, ...given }: Omit<Suppressing, "by"> & { by: ActivityActor },
): Promise<number> {
  const name = by === "system" ? "" : by.name;
  const added = await suppress(trx, account, addresses, { ...given, by: name });
  if (added.length > 0)
    await recordActivity(trx, account, by, {
      action: "Addresses suppressed",
      description: `${commas(added.length)} ${added.length === 1 ? "address was" : "addresses were"} added to the suppression list`,
      subject: "suppression",
    });
  return added.length;
}

/** Answers the address that was taken off. */
export async function removeSuppression(
  trx: Trx,
  account: string,
  id: number,
  by: ActivityActor,
): Promise<string | undefined> {
  const { rows } = await sql<{ address: string }>`
    delete from email.suppressions where customer_account = ${account} and id = ${id} returning address`.execute(trx);
  const address = rows[0]?.address;
  if (address === undefined) return undefined;
  await recordConsents(trx, account, [address], {
    change: "in",
    source: "Taken off the suppression list by staff",
    by: by === "system" ? "" : by.name,
  });
  await recordActivity(trx, account, by, {
    action: "Address taken off the suppression list",
    description: `${address} was taken off the suppression list`,
    subject: "suppression",
    subject_id: String(id),
  });
  return address;
}

/** Those of the addresses that get nothing of this kind: who unsubscribed still gets what is written to them alone. */
export async function findSuppressed(
  trx: Trx,
  account: string,
  addresses: readonly string[],
  kind: "bulk" | "single",
): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const { rows } = await sql<{ address: string }>`
    select address from email.suppressions where customer_account = ${account}
      and address = any(${[...addresses]}::text[]) and ${inForce} and ${appliesTo(kind)}`.execute(trx);
  return new Set(rows.map(({ address }) => address));
}

export function appliesTo(kind: "bulk" | "single") {
  return kind === "bulk" ? sql`true` : sql`source <> 'unsubscribe'`;
}
