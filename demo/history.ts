import { sql } from "kysely";
import { normalisePhone } from "../rules/phone";
import { post } from "../services/billing/store";
import type { Trx } from "../services/kit/database";
import { addDaily, type DailyChange } from "../services/messaging/blasts/figures";
import { type Row, tally } from "../services/messaging/blasts/tally";
import type { Kept } from "./messaging";
import type { DemoPerson } from "./people";
import type { DemoMessage } from "./words";

type Business = { senders: string[][]; messages: DemoMessage[]; answers: string[] };

const partPrice = 8_000;
const oneDay = 86_400_000;
const dayIn = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Nairobi" });

const networks = new Map<string, string>();
/** The network as the service itself reads it from the number. */
function networkOf(msisdn: string): string {
  const known = networks.get(msisdn);
  if (known !== undefined) return known;
  const phone = normalisePhone(msisdn);
  const network = phone.ok && !phone.foreign ? (phone.network ?? "") : "";
  networks.set(msisdn, network);
  return network;
}

/** A year until yesterday: blasts every few days, their receipts and cost, top-ups, and what people answered. */
export async function history(
  trx: Trx,
  account: string,
  business: Business,
  groups: Kept[],
  code: string,
  random: () => number,
): Promise<void> {
  const days: DailyChange[] = [];
  const stopped = new Set<string>();
  const yesterday = Math.floor(Date.now() / oneDay) * oneDay - oneDay;
  for (let back = 360; back >= 0; back--) {
    const at = new Date(
      yesterday - back * oneDay + (6 + Math.floor(random() * 7)) * 3_600_000 + Math.floor(random() * 3_600_000),
    );
    if (back % 60 === 30) await topUp(trx, account, at, 1_500_000);
    const often = back < 14 ? 0.6 : account === "100001" ? 0.27 : 0.18;
    if (random() < often) days.push(...(await blast(trx, account, business, groups, at, random, stopped)));
    if (random() < (back < 14 ? 0.8 : 0.4))
      days.push(await answer(trx, account, business, groups, code, at, random, stopped));
  }
  await addDaily(trx, account, days);
}

async function topUp(trx: Trx, account: string, at: Date, cents: number): Promise<void> {
  const entries = [
    { ledger: "available" as const, cents },
    { ledger: "cash" as const, cents: -cents },
  ];
  await post(trx, account, {
    kind: "topup",
    reference: `demo-${at.getTime()}`,
    description: "M-Pesa top-up",
    entries,
    at,
  });
}

async function blast(
  trx: Trx,
  account: string,
  business: Business,
  groups: Kept[],
  at: Date,
  random: () => number,
  stopped: ReadonlySet<string>,
): Promise<DailyChange[]> {
  const message = business.messages[Math.floor(random() * business.messages.length)];
  const group = message && groups[message.group];
  const [sender = "", kind = ""] = (message && business.senders[message.sender]) ?? [];
  if (!message || !group) return [];
  const promotional = kind === "promotional";
  const counted = tally({ body: message.body, missing: {}, promotional, partPrice });
  const rows = counted.take(group.members.map(personOf), stopped);
  const price = counted.price(0);
  const month = new Intl.DateTimeFormat("en-KE", { month: "long", timeZone: "Africa/Nairobi" }).format(at);
  const made = await trx
    .insertInto("messaging.blasts")
    .values({
      customer_account: account,
      key: `demo-${at.getTime()}`,
      form_hash: Buffer.from("demo"),
      kind: "bulk",
      name: `${message.name}, ${month}`,
      sender,
      promotional,
      groups: JSON.stringify([{ id: group.groupId, name: group.name }]),
      body: promotional ? `${message.body} STOP*456*9*5#` : message.body,
      status: "sent",
      part_price: partPrice,
      price: JSON.stringify(price),
      recipients: price.recipients,
      parts: price.parts,
      cost_cents: price.cost_cents,
      created_by: account === "100001" ? "Wanjiru Maina" : "Achieng Odhiambo",
      created_at: new Date(at.getTime() - 120_000),
      started_at: at,
      finished_at: new Date(at.getTime() + 90_000),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const fates = rows.map(() => fate(random()));
  await addMessages(trx, account, made.id, at, rows, fates);
  await addCounts(trx, account, made.id, rows, fates);
  await charge(trx, account, made.id, price.cost_cents, message.name, at);
  const day = dayIn.format(at);
  return rows.map(({ msisdn, parts }, i) => ({
    day,
    network: networkOf(msisdn),
    sent: 1,
    delivered: fates[i]?.status === "delivered" ? 1 : 0,
    failed: fates[i]?.status === "delivered" ? 0 : 1,
    units: parts * partPrice,
  }));
}

function personOf({ msisdn, name, town, balance, due, points }: DemoPerson) {
  return { msisdn, name, fields: { first_name: name.split(" ")[0] ?? name, town, balance, due_date: due, points } };
}

type Fate = { status: "delivered" | "failed" | "expired"; reason: string };

function fate(chance: number): Fate {
  if (chance < 0.965) return { status: "delivered", reason: "" };
  if (chance < 0.985) return { status: "failed", reason: "Number not in service" };
  return { status: "expired", reason: "Phone off or out of reach" };
}

async function addMessages(trx: Trx, account: string, id: number, at: Date, rows: Row[], fates: Fate[]): Promise<void> {
  const columns = JSON.stringify(
    rows.map((row, i) => ({
      ...row,
      ...fates[i],
      mask: 2 ** row.parts - 1,
      sent: new Date(at.getTime() + i * 20),
      done: new Date(at.getTime() + i * 20 + 2_500),
    })),
  );
  await sql`
    insert into messaging.messages (customer_account, blast_id, seq, msisdn, name, text, parts, status, reason, sent_mask, done_mask, bad_mask, submitted_at, done_at, tries)
    select ${account}, ${id}, seq, msisdn, name, text, parts, status, reason, mask,
      case when status = 'delivered' then mask else 0 end, case when status = 'delivered' then 0 else mask end, sent, done, 1
    from json_to_recordset(${columns}::json) as row (seq int, msisdn text, name text, text text, parts smallint, status text, reason text, mask int, sent timestamptz, done timestamptz)`.execute(
    trx,
  );
}

async function addCounts(trx: Trx, account: string, id: number, rows: Row[], fates: Fate[]): Promise<void> {
  const delivered = fates.filter(({ status }) => status === "delivered").length;
  const parts = rows.reduce((sum, row) => sum + row.parts, 0);
  const counts = { queued: 0, submitted: 0, delivered, failed: rows.length - delivered, parts_accepted: parts };
  await trx
    .insertInto("messaging.blast_counts")
    .values({ customer_account: account, blast_id: id, ...counts })
    .execute();
  for (const reason of new Set(fates.map((each) => each.reason)))
    if (reason)
      await trx
        .insertInto("messaging.blast_reasons")
        .values({
          customer_account: account,
          blast_id: id,
          reason,
          messages: fates.filter((each) => each.reason === reason).length,
        })
        .execute();
}

/** Held and charged as the ledger does it, at the time of then. */
async function charge(trx: Trx, account: string, id: number, cents: number, name: string, at: Date): Promise<void> {
  const reference = `blast:${id}`;
  await trx
    .insertInto("billing.holds")
    .values({
      customer_account: account,
      reference,
      held_cents: cents,
      settled_cents: cents,
      closed: true,
      created_at: at,
    })
    .execute();
  await post(trx, account, {
    kind: "hold",
    reference,
    description: name,
    at,
    entries: [
      { ledger: "available", cents: -cents },
      { ledger: "held", cents },
    ],
  });
  await post(trx, account, {
    kind: "settle",
    reference: `${reference}/${cents}`,
    description: name,
    at: new Date(at.getTime() + 90_000),
    entries: [
      { ledger: "held", cents: -cents },
      { ledger: "revenue", cents },
    ],
  });
}

async function answer(
  trx: Trx,
  account: string,
  business: Business,
  groups: Kept[],
  code: string,
  at: Date,
  random: () => number,
  stopped: Set<string>,
): Promise<DailyChange> {
  const members = groups[Math.floor(random() * groups.length)]?.members ?? [];
  const person = members[Math.floor(random() * members.length)] as DemoPerson;
  const text = business.answers[Math.floor(random() * business.answers.length)] as string;
  const received_at = new Date(at.getTime() + 3_600_000);
  await trx
    .insertInto("messaging.inbox")
    .values({
      customer_account: account,
      msisdn: person.msisdn,
      name: person.name,
      sent_to: code,
      text,
      keyword: text === "STOP" ? "STOP" : "",
      read: random() < 0.9,
      received_at,
    })
    .execute();
  if (text === "STOP") stopped.add(person.msisdn);
  if (text === "STOP")
    await trx
      .insertInto("messaging.blacklist")
      .values({
        customer_account: account,
        msisdn: person.msisdn,
        reason: "Answered STOP",
        source: "stop",
        created_at: received_at,
      })
      .onConflict((on) => on.columns(["customer_account", "msisdn"]).doNothing())
      .execute();
  return { day: dayIn.format(received_at), network: networkOf(person.msisdn), received: 1 };
}
