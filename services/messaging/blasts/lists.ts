import { type SqlBool, sql } from "kysely";
import type { z } from "zod";
import type { ListSort } from "../../../rules/list-orders";
import { costCents } from "../../../rules/money";
import { parsePhone } from "../../../rules/phone.foreign";
import type { Database, Trx } from "../../kit/database";
import { inAccount, readAccount } from "../../kit/database";
import { byNumber, keyColumn, namedOrders } from "../../kit/ordering";
import { likePattern, pageAnswer } from "../../kit/paging";
import type { InboxMessage } from "../contract.answers";
import type { Blast, BlastMessage, blastCalls } from "../contract.blasts";
import { networkFor } from "./networks";
import { loadBlastSettings } from "./settings";

type BlastQuery = z.output<typeof blastCalls.blasts.query>;
type MessageQuery = z.output<typeof blastCalls.messages.query>;
type InboxQuery = z.output<typeof blastCalls.inbox.query>;

const blastOrder = namedOrders<ListSort<"blasts">>({ created: [] }, keyColumn("bigint", "b.id"));
const inboxOrder = namedOrders<ListSort<"received">>({ received: [] }, keyColumn("bigint", "i.id"));

/** The blasts of one kind that the filters of R096 let through, newest first. Days are the account's own. */
export function blastPage({ db }: Database, account: string, kind: "bulk" | "express", query: BlastQuery) {
  return readAccount(db, account, async (trx) => {
    let found = blastRows(trx, account).where("b.kind", "=", kind);
    if (query.status) found = found.where("b.status", "=", query.status);
    if (query.sender) found = found.where("b.sender", "=", query.sender);
    if (query.is_now) found = found.where("b.send_at", query.is_now === "1" ? "is" : "is not", null);
    if (query.by) found = found.where("b.api_key_id", query.by === "people" ? "is" : "is not", null);
    const first = query.date ?? query.start_date;
    const last = query.date ?? query.end_date;
    const timeZone = first || last ? (await loadBlastSettings(trx, account)).timeZone : "";
    if (first) found = found.where(sql<SqlBool>`b.created_at >= ${first}::date::timestamp at time zone ${timeZone}`);
    if (last) found = found.where(sql<SqlBool>`b.created_at < (${last}::date + 1)::timestamp at time zone ${timeZone}`);
    if (query.q) {
      const text = likePattern(query.q);
      found = found.where((is) => is.or([is("b.name", "ilike", text), is("b.body", "ilike", text)]));
    }
    const page = await pageAnswer(trx, found, query, blastOrder(query.sort), { batched: query.q === "" });
    return { ...page, data: page.data.map(asBlast) };
  });
}

export function lastBlasts({ db }: Database, account: string, limit: number): Promise<Blast[]> {
  return readAccount(db, account, async (trx) => {
    const rows = await blastRows(trx, account).orderBy("b.id", "desc").limit(limit).execute();
    return rows.map(asBlast);
  });
}

export async function loadBlast(trx: Trx, account: string, id: number): Promise<Blast | undefined> {
  const row = await blastRows(trx, account).where("b.id", "=", id).executeTakeFirst();
  return row && asBlast(row);
}

type BlastRow = Awaited<ReturnType<ReturnType<typeof blastRows>["executeTakeFirstOrThrow"]>>;

function blastRows(trx: Trx, account: string) {
  return trx
    .selectFrom("messaging.blasts as b")
    .innerJoin("messaging.blast_counts as c", (on) =>
      on.onRef("c.customer_account", "=", "b.customer_account").onRef("c.blast_id", "=", "b.id"),
    )
    .where("b.customer_account", "=", account)
    .select([
      "b.id",
      "b.kind",
      "b.name",
      "b.sender",
      "b.groups",
      "b.list_id",
      "b.body",
      "b.status",
      "b.send_at",
      "b.started_at",
    ])
    .select(["b.finished_at", "b.created_at", "b.created_by", "b.recipients", "b.parts", "b.cost_cents"])
    .select(["c.queued", "c.submitted", "c.delivered", "c.failed", "c.suppressed", "c.cancelled", "c.no_receipt"])
    .select(["b.refunded_cents", "b.pause_after", "c.units_accepted"]);
}

function asBlast({ units_accepted: units, ...row }: BlastRow): Blast {
  const over = row.finished_at !== null && row.queued === 0;
  return {
    ...row,
    charged_cents: Math.min(row.cost_cents, over ? costCents(1, units) : Math.floor(units / 100)),
    kind: row.kind === "bulk" ? "bulk" : "express",
    status: row.status,
    groups: row.groups as { id: number; name: string }[],
    is_now: row.send_at === null,
    send_at: iso(row.send_at),
    started_at: iso(row.started_at),
    finished_at: iso(row.finished_at),
    created_at: row.created_at.toISOString(),
  };
}

export function messagePage({ db }: Database, account: string, blast: number, query: MessageQuery) {
  return readAccount(db, account, async (trx) => {
    const own = await trx
      .selectFrom("messaging.blasts")
      .select("body")
      .where("customer_account", "=", account)
      .where("id", "=", blast)
      .executeTakeFirst();
    if (!own) return undefined;
    let found = trx
      .selectFrom("messaging.messages as m")
      .where("m.customer_account", "=", account)
      .where("m.blast_id", "=", blast)
      .select(["m.seq", "m.msisdn", "m.name", "m.text", "m.parts", "m.status", "m.reason", "m.done_mask"])
      .select(["m.submitted_at", "m.done_at"]);
    if (query.status) found = found.where("m.status", "=", query.status);
    if (query.q) {
      const [text, number] = [likePattern(query.q), likePattern(digitsOf(query.q))];
      found = found.where((is) => is.or([is("m.name", "ilike", text), is("m.msisdn", "like", number)]));
    }
    const page = await pageAnswer(trx, found, query, byNumber("m.seq", true), { batched: query.q === "" });
    const data = page.data.map(
      ({ done_mask, ...row }): BlastMessage => ({
        ...row,
        text: row.text ?? own.body,
        network: networkFor(row.msisdn),
        parts_delivered: bits(done_mask),
        status: row.status,
        submitted_at: iso(row.submitted_at),
        done_at: iso(row.done_at),
      }),
    );
    return { ...page, data };
  });
}

export function inboxPage({ db }: Database, account: string, query: InboxQuery) {
  return readAccount(db, account, async (trx) => {
    let found = inboxRows(trx, account);
    if (query.number) {
      const phone = parsePhone(query.number);
      found = found.where("i.msisdn", "=", phone.ok ? phone.e164 : query.number);
    }
    if (query.q) {
      const [text, number] = [likePattern(query.q), likePattern(digitsOf(query.q))];
      found = found.where((is) =>
        is.or([is("i.name", "ilike", text), is("i.text", "ilike", text), is("i.msisdn", "like", number)]),
      );
    }
    const page = await pageAnswer(trx, found, query, inboxOrder(query.sort), { batched: query.q === "" });
    return { ...page, data: page.data.map(asInbox) };
  });
}

/** Marks it read; undefined when the account has no such message. */
export function markRead({ db }: Database, account: string, id: number): Promise<InboxMessage | undefined> {
  return inAccount(db, account, async (trx) => {
    await trx
      .updateTable("messaging.inbox")
      .set({ read: true })
      .where("customer_account", "=", account)
      .where("id", "=", id)
      .execute();
    const row = await inboxRows(trx, account).where("i.id", "=", id).executeTakeFirst();
    return row && asInbox(row);
  });
}

function inboxRows(trx: Trx, account: string) {
  return trx
    .selectFrom("messaging.inbox as i")
    .where("i.customer_account", "=", account)
    .select(["i.id", "i.msisdn", "i.name", "i.sent_to", "i.text", "i.keyword", "i.read", "i.in_reply_to"])
    .select("i.received_at");
}

type InboxRow = Awaited<ReturnType<ReturnType<typeof inboxRows>["executeTakeFirstOrThrow"]>>;

function asInbox({ sent_to, received_at, ...row }: InboxRow): InboxMessage {
  return { ...row, to: sent_to, received_at: received_at.toISOString() };
}

function bits(mask: number): number {
  let count = 0;
  for (let left = mask; left !== 0; left &= left - 1) count++;
  return count;
}

function iso(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}

/** "0712 345" finds +254712345…: what is typed of a number, as it stands in the table. */
function digitsOf(text: string): string {
  const digits = text.replace(/[\s()-]/g, "");
  return /^0\d/.test(digits) ? digits.slice(1) : digits;
}
