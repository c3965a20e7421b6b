import { type Insertable, sql } from "kysely";
import type { Move } from "../services/billing/store";
import type { Trx } from "../services/kit/database";
import type { Row } from "../services/messaging/blasts/tally";
import type { DB } from "../services/tables";
import { postAll } from "./ledger";

export type MessageOutcome = { status: "delivered" | "failed" | "expired"; reason: string };
/** What a blast cost, in cents; it has its number when it is written. */
type Charge = { at: Date; id: number; cents: number; title: string };
export type MadeBlast = {
  blast: Insertable<DB["messaging.blasts"]>;
  rows: Row[];
  outcomes: MessageOutcome[];
  charge: Charge;
};
export type Year = {
  /** By time. */
  money: (Charge | { at: Date; toppedUp: number })[];
  inbox: Omit<Insertable<DB["messaging.inbox"]>, "customer_account">[];
  /** When each number was taken off. */
  blacklist: Map<string, Date>;
};

/** Writes blasts with their messages and counts, and notes the number of each. */
export async function writeBlasts(trx: Trx, account: string, made: readonly MadeBlast[]): Promise<void> {
  if (made.length === 0) return;
  const written = await trx
    .insertInto("messaging.blasts")
    .values(made.map(({ blast }) => blast))
    .returning(["id", "key"])
    .execute();
  const ids = new Map(written.map(({ id, key }) => [key, id]));
  for (const { blast, charge } of made) charge.id = ids.get(blast.key) ?? 0;
  await addMessages(trx, account, made);
  await addCounts(trx, account, made);
  await trx
    .insertInto("billing.holds")
    .values(
      made.map(({ charge: { id, cents, at } }) => ({
        ...{ customer_account: account, reference: `blast:${id}`, held_cents: cents, settled_cents: cents },
        ...{ closed: true, created_at: at },
      })),
    )
    .execute();
}

/** Columns as texts, which cost neither side what a document of so many rows does. */
async function addMessages(trx: Trx, account: string, made: readonly MadeBlast[]): Promise<void> {
  const all = made.flatMap(({ rows, outcomes, charge: { id, at } }) =>
    rows.map((row, i) => ({ ...row, ...outcomes[i], id, ms: at.getTime() + i * 20 })),
  );
  const column = (name: keyof (typeof all)[number]) =>
    sql`string_to_array(${all.map((row) => row[name] ?? absent).join(between)}, ${between}, ${absent})`;
  await sql`
    insert into messaging.messages (customer_account, blast_id, seq, msisdn, name, text, parts, status, reason, sent_mask,
      done_mask, bad_mask, submitted_at, done_at, tries)
    select ${account}, blast_id, seq, msisdn, name, text, parts, status, reason, mask,
      case when status = 'delivered' then mask else 0 end, case when status = 'delivered' then 0 else mask end,
      sent, sent + interval '2500 milliseconds', 1
    from unnest(${column("id")}::bigint[], ${column("seq")}::int[], ${column("msisdn")}, ${column("name")}, ${column("text")},
        ${column("parts")}::smallint[], ${column("status")}, ${column("reason")}, ${column("ms")}::bigint[])
        as row (blast_id, seq, msisdn, name, text, parts, status, reason, ms),
      lateral (select (1 << parts) - 1 as mask, timestamptz 'epoch' + ms * interval '1 millisecond' as sent) as worked`.execute(
    trx,
  );
}

/** Between two values, and for one that is absent: nothing that is written has them. */
const between = "\u001f";
const absent = "\u001e";

async function addCounts(trx: Trx, account: string, made: readonly MadeBlast[]): Promise<void> {
  const count = (of: readonly MessageOutcome[], fits: (outcome: MessageOutcome) => boolean) => of.filter(fits).length;
  await trx
    .insertInto("messaging.blast_counts")
    .values(
      made.map(({ blast, rows, outcomes, charge }) => {
        const delivered = count(outcomes, ({ status }) => status === "delivered");
        const parts_accepted = rows.reduce((sum, { parts }) => sum + parts, 0);
        const counts = { queued: 0, submitted: 0, delivered, failed: rows.length - delivered, parts_accepted };
        const units_accepted = parts_accepted * Number(blast.part_price);
        return { customer_account: account, blast_id: charge.id, units_accepted, ...counts };
      }),
    )
    .execute();
  const reasons = made.flatMap(({ outcomes, charge }) =>
    [...new Set(outcomes.map(({ reason }) => reason))].filter(Boolean).map((reason) => {
      const messages = count(outcomes, (outcome) => outcome.reason === reason);
      return { customer_account: account, blast_id: charge.id, reason, messages };
    }),
  );
  if (reasons.length > 0) await trx.insertInto("messaging.blast_reasons").values(reasons).execute();
}

/** What the year cost, what people answered, and who asked for no more. */
export async function writeYear(trx: Trx, account: string, { money, inbox, blacklist }: Year): Promise<void> {
  await postAll(trx, account, money.flatMap(movesOf));
  await trx
    .insertInto("messaging.inbox")
    .values(inbox.map((row) => ({ customer_account: account, ...row })))
    .execute();
  if (blacklist.size === 0) return;
  await trx
    .insertInto("messaging.blacklist")
    .values(
      [...blacklist].map(([msisdn, created_at]) => ({
        ...{ customer_account: account, msisdn, created_at },
        ...{ reason: "Answered STOP", source: "stop" as const },
      })),
    )
    .execute();
}

/** Held and charged as the ledger does it, at the time of then. */
function movesOf(one: Year["money"][number]): (Move & { at: Date })[] {
  const { at } = one;
  if ("toppedUp" in one) {
    const { toppedUp } = one;
    const entries: Move["entries"] = [
      { ledger: "available", cents: toppedUp },
      { ledger: "cash", cents: -toppedUp },
    ];
    return [{ kind: "topup", reference: `demo-${at.getTime()}`, description: "M-Pesa top-up", entries, at }];
  }
  const { id, cents, title: description } = one;
  const reference = `blast:${id}`;
  return [
    {
      ...{ kind: "hold", reference, description, at },
      entries: [
        { ledger: "available", cents: -cents },
        { ledger: "held", cents },
      ],
    },
    {
      ...{ kind: "settle", reference: `${reference}/${cents}`, description, at: new Date(at.getTime() + 90_000) },
      entries: [
        { ledger: "held", cents: -cents },
        { ledger: "revenue", cents },
      ],
    },
  ];
}
