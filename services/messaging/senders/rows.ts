import { type SqlBool, sql } from "kysely";
import { overallStatus, type SenderNetwork, type SenderStatus, senderNetworks } from "../../../rules/senders";
import type { Trx } from "../../kit/database";
import { likePattern } from "../../kit/paging";
import type { PlatformSender, SenderRecord, UsableSender } from "../contract.senders";

type State = SenderRecord["networks"][number];

/** The networks of a sender ID; one that a reseller gave stands where the reseller's own does. */
const states = sql<State[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('network', n.network, 'status', n.status, 'reason', n.reason,
    'decided_at', to_char(n.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    order by array_position(${sql.lit(`{${senderNetworks.join()}}`)}::text[], n.network)), '[]')
  from messaging.sender_networks n
  where n.customer_account = coalesce(s.given_by, s.customer_account) and n.sender = s.sender)`;

export type SenderRow = Awaited<ReturnType<ReturnType<typeof senderRows>["executeTakeFirstOrThrow"]>>;

export function senderRows(trx: Trx) {
  return trx.selectFrom("messaging.senders as s").selectAll("s").select(states.as("networks"));
}

/** Those of one account. */
export function ownRows(trx: Trx, account: string) {
  return senderRows(trx).where("s.customer_account", "=", account);
}

/** Those that a network has yet to decide on. */
export const isWaiting = sql<SqlBool>`exists (select from messaging.sender_networks n
  where n.customer_account = s.customer_account and n.sender = s.sender and n.status = 'pending')`;

export function namedLike(q: string) {
  const text = likePattern(q);
  return sql<SqlBool>`(s.sender ilike ${text} or s.account_name ilike ${text} or s.customer_account like ${text})`;
}

/** Other accounts with the same name approved as their own. */
export async function sameElsewhere(trx: Trx, account: string, sender: string) {
  return trx
    .selectFrom("messaging.senders")
    .select(["customer_account", "account_name"])
    .where(sql`lower(sender)`, "=", sender.toLowerCase())
    .where("customer_account", "<>", account)
    .where("given_by", "is", null)
    .where("status", "=", "approved")
    .orderBy("customer_account")
    .execute();
}

/** The account's sender ID by its name, locked, whatever its capitals. */
export function lockedByName(trx: Trx, account: string, sender: string) {
  return trx
    .selectFrom("messaging.senders")
    .selectAll()
    .where("customer_account", "=", account)
    .where(sql`lower(sender)`, "=", sender.toLowerCase())
    .forUpdate()
    .executeTakeFirst();
}

export type NetworkChange = { network: SenderNetwork; status: SenderStatus; reason?: string; by?: string };

/** Writes what networks say of a sender ID, and the status of the whole with it. */
export async function setNetworks(
  trx: Trx,
  account: string,
  sender: string,
  changes: readonly NetworkChange[],
): Promise<SenderStatus> {
  for (const { network, status, reason = "", by = "" } of changes) {
    const set = { status, reason, decided_by: by, decided_at: status === "pending" ? null : new Date() };
    await trx
      .insertInto("messaging.sender_networks")
      .values({ customer_account: account, sender, network, ...set })
      .onConflict((on) => on.columns(["customer_account", "sender", "network"]).doUpdateSet(set))
      .execute();
  }
  const status = overallStatus(await listNetworks(trx, account, sender));
  await trx
    .updateTable("messaging.senders")
    .set({
      status,
      ...(status === "approved" ? { approved_at: sql<Date>`coalesce(approved_at, now())` } : {}),
    })
    .where("customer_account", "=", account)
    .where("sender", "=", sender)
    .execute();
  // A reseller can't go on lending what it may no longer use itself.
  if (status !== "approved")
    await trx
      .updateTable("messaging.senders")
      .set({ status: "suspended" })
      .where("given_by", "=", account)
      .where("sender", "=", sender)
      .execute();
  return status;
}

export async function listNetworks(trx: Trx, account: string, sender: string) {
  const rows = await trx
    .selectFrom("messaging.sender_networks")
    .select(["network", "status"])
    .where("customer_account", "=", account)
    .where("sender", "=", sender)
    .execute();
  return rows as { network: SenderNetwork; status: SenderStatus }[];
}

export function asSender(row: SenderRow): SenderRecord {
  const { id, sender, assigned, purpose, sample, requested_by, networks } = row;
  return {
    ...{ id, sender, assigned, purpose, sample, requested_by, networks },
    kind: row.kind as SenderRecord["kind"],
    status: row.status as SenderRecord["status"],
    given: row.given_by !== null,
    requested_at: row.requested_at.toISOString(),
    approved_at: row.approved_at?.toISOString() ?? null,
  };
}

export function asPlatformSender(row: SenderRow): PlatformSender {
  const { customer_account, account_name } = row;
  return { ...asSender(row), customer_account, account_name };
}

/** What is the same for all sender IDs of a kind in an account. */
export type KindTerms = Record<UsableSender["kind"], Pick<UsableSender, "hours" | "footer" | "links">>;

export function asUsable(row: SenderRow, terms: KindTerms): UsableSender {
  const { sender, kind, status, networks } = asSender(row);
  return { sender, kind, status, shared: false, not_on: networksWithout(networks), ...terms[kind] };
}

/** The networks that have not approved it. */
export function networksWithout(networks: readonly State[]): SenderNetwork[] {
  return networks.filter((one) => one.status !== "approved").map(({ network }) => network);
}
