import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { SuppressionSource } from "../../../rules/email";
import { commas } from "../../../rules/format";
import type { ListSort } from "../../../rules/list-orders";
import { type ActivityActor, recordActivity } from "../../kit/activities";
import { recordConsents } from "../../kit/consents";
import type { Trx } from "../../kit/database";
import { keyColumn, namedOrders } from "../../kit/ordering";
import { type PageQuery, pageOfRows } from "../../kit/paging";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";
import { Suppression } from "../contract.schemas";

const Row = Suppression.extend({ created_at: z.date(), expires_at: z.date().nullable() });

const orderOf = namedOrders<ListSort<"suppressions">>(
  { added: [], address: keyColumn("text", "address") },
  keyColumn("bigint", "id"),
);

/** What is over counts no more, also before it is tidied away. */
export const inForce = sql`(expires_at is null or expires_at > now())`;

const listName = sql`coalesce((select l.name from email.lists l
  where l.customer_account = s.customer_account and l.id = s.list_id), '')`;

export async function suppressionPage(
  trx: Trx,
  account: string,
  asked: PageQuery & {
    q: string;
    source?: SuppressionSource | undefined;
    /** A list's id; 0: what is of no list. */
    list?: number | undefined;
    sort: ListSort<"suppressions">;
  },
) {
  const { q, source, list } = asked;
  const page = await pageOfRows(trx, asked, {
    schema: Row,
    select: sql`id, address, list_id, ${listName} as list, source, reason, added_by, created_at, expires_at`,
    from: sql`email.suppressions s where customer_account = ${account} and ${inForce}
      and (${source ?? null}::text is null or source = ${source ?? null})
      and (${list ?? null}::bigint is null or coalesce(list_id, 0) = ${list ?? null}::bigint)
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

export type ChosenList = { id: number; name: string };

/** What a record of consent says where nobody gave a reason. */
const unexplained: Record<SuppressionSource, string> = {
  unsubscribe: "Unsubscribed",
  bounce: "An email came back",
  complaint: "Marked an email as spam",
  staff: "Entered by staff",
  import: "Imported by staff",
};

/** What is written down of a yes or a no that is about one list. */
function consentSource(said: string, list: ChosenList | undefined): string {
  return list ? `${said} (only the list ${list.name})` : said;
}

type Suppressing = {
  source: SuppressionSource;
  reason: string;
  by?: string;
  mailing?: number;
  /** Only the mails of this list. */
  list?: ChosenList | undefined;
  /** None: for good. */
  expires?: Date | null;
};

const SuppressedRow = z.object({ address: z.string(), fresh: z.boolean() });

/** Adds addresses; what lasts longer wins over what is there. Answers those that were new. */
export async function suppress(
  trx: Trx,
  account: string,
  addresses: readonly string[],
  { source, reason, by = "", mailing, list, expires = null }: Suppressing,
): Promise<string[]> {
  const rows = await checkedRows(
    trx,
    SuppressedRow,
    sql`
    insert into email.suppressions as s (customer_account, address, list_id, source, reason, added_by, mailing_id, expires_at)
    select ${account}, address, ${list?.id ?? null}::bigint, ${source}, ${reason}, ${by}, ${mailing ?? null}::bigint, ${expires}::timestamptz
    from unnest(${[...new Set(addresses)].sort()}::text[]) with ordinality given (address, place) order by place
    on conflict (customer_account, address, list_id) do update set source = excluded.source, reason = excluded.reason,
      added_by = excluded.added_by, mailing_id = excluded.mailing_id, expires_at = excluded.expires_at, created_at = now()
      where s.expires_at is not null and (excluded.expires_at is null or excluded.expires_at > s.expires_at)
    returning address, xmax = 0 as fresh`,
  );
  const added = rows.flatMap(({ address, fresh }) => (fresh ? [address] : []));
  if (source !== "bounce") {
    const said = consentSource(reason || unexplained[source], list);
    await recordConsents(trx, account, added, { change: "out", source: said, by });
  }
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
      description: `${commas(added.length)} ${added.length === 1 ? "address was" : "addresses were"} added to the suppression list${given.list ? ` of ${given.list.name}` : ""}`,
      subject: "suppression",
    });
  return added.length;
}

const SuppressionRow = z.object({ address: z.string(), list_id: z.number().nullable(), list: z.string() });

/** Answers the address that was taken off. */
export async function removeSuppression(
  trx: Trx,
  account: string,
  id: number,
  by: ActivityActor,
): Promise<string | undefined> {
  const gone = await checkedRow(
    trx,
    SuppressionRow,
    sql`
    delete from email.suppressions s where customer_account = ${account} and id = ${id}
    returning address, list_id, ${listName} as list`,
  );
  if (!gone) return undefined;
  const { address } = gone;
  const list = gone.list_id === null ? undefined : { id: gone.list_id, name: gone.list };
  await recordConsents(trx, account, [address], {
    change: "in",
    source: consentSource("Taken off the suppression list by staff", list),
    by: by === "system" ? "" : by.name,
  });
  await recordActivity(trx, account, by, {
    action: "Address taken off the suppression list",
    description: `${address} was taken off the suppression list${list ? ` of ${list.name}` : ""}`,
    subject: "suppression",
    subject_id: String(id),
  });
  return address;
}

const AddressRow = z.object({ address: z.string() });

/** Those of the addresses that get nothing of this kind: who unsubscribed still gets what is written to them alone. */
export async function findSuppressed(
  trx: Trx,
  account: string,
  addresses: readonly string[],
  { kind, list_id }: { kind: "bulk" | "single"; list_id: number | null },
): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const rows = await checkedRows(
    trx,
    AddressRow,
    sql`
    select address from email.suppressions where customer_account = ${account}
      and address = any(${[...addresses]}::text[]) and ${inForce} and ${kind === "bulk" ? stopsBulk(sql`${list_id}::bigint`) : stopsSingle}`,
  );
  return new Set(rows.map(({ address }) => address));
}

/** A bulk mail is stopped by what is of no list, and by what is of its own. */
export function stopsBulk(list: RawBuilder<unknown>) {
  return sql`(list_id is null or list_id = ${list})`;
}

/** What is written to somebody alone is stopped neither by a list nor by their having unsubscribed. */
export const stopsSingle = sql`(list_id is null and source <> 'unsubscribe')`;

/** Takes off what a reader put on the list, as they ask for it. */
export async function takeOff(trx: Trx, account: string, address: string, list: ChosenList | undefined): Promise<void> {
  const found = await hasRows(
    trx,
    sql`
    delete from email.suppressions where customer_account = ${account} and address = ${address}
      and list_id is not distinct from ${list?.id ?? null}::bigint returning id`,
  );
  if (!found) return;
  const source = consentSource("Chose it on the page behind an email's link", list);
  await recordConsents(trx, account, [address], { change: "in", source });
}
