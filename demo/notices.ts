import { type RawBuilder, sql } from "kysely";
import { type Cents, showKes } from "../rules/money";
import type { NoticeKind } from "../rules/notices";
import type { Trx } from "../services/kit/database";

/** Days after which everybody has read what they were told. */
const readAfter = 2;

type DemoNotice = { user_id: string; subject: number | string; words: string; at: Date };
type Notice = DemoNotice & { kind: NoticeKind };

/** What the people of Savanna Traders were notified of in the last weeks, about records that are there. */
export async function fillNotices(trx: Trx, account: string): Promise<void> {
  if (account !== "100001") return;
  const found = [
    ...(await tickets(trx, account)),
    ...(await conversations(trx, account)),
    ...(await blasts(trx, account)),
    ...(await payments(trx, account)),
    ...(await invitations(trx, account)),
  ];
  const rows = found
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ kind, user_id, subject, words, at }) => ({
      customer_account: account,
      ...{ user_id, kind, words, at },
      subject_id: String(subject),
      key: `demo:${kind}:${subject}`,
      read_at: Date.now() - at.getTime() > readAfter * 86_400_000 ? new Date(at.getTime() + 3_600_000) : null,
    }));
  if (rows.length > 0) await trx.insertInto("events.notices").values(rows).execute();
}

async function read(trx: Trx, kind: NoticeKind, statement: RawBuilder<DemoNotice>): Promise<Notice[]> {
  const { rows } = await statement.execute(trx);
  return rows.map((row) => ({ ...row, kind }));
}

async function tickets(trx: Trx, account: string): Promise<Notice[]> {
  const given = sql<DemoNotice>`
    select user_id, subject, words, at from (
      select m.user_id, t.id as subject, 'Fatuma Abdalla gave you #' || t.id || ': ' || t.subject as words,
        t.created_at + interval '4 minutes' as at,
        row_number() over (partition by m.user_id order by t.created_at desc, t.id desc) as n
      from ticketing.ticket_members m join ticketing.tickets t
        on t.customer_account = m.customer_account and t.id = m.ticket_id
      where m.customer_account = ${account} and not m.watches and t.status in ('new', 'open', 'pending')) newest
    where n <= 5`;
  const breached = sql<DemoNotice>`
    select m.user_id, t.id as subject, '#' || t.id || ' missed its resolution time: ' || t.subject as words,
      t.breached_at as at
    from ticketing.tickets t join ticketing.ticket_members m
      on m.customer_account = t.customer_account and m.ticket_id = t.id
    where t.customer_account = ${account} and t.breached_at < now() and t.status in ('new', 'open', 'pending')
    order by t.breached_at desc limit 6`;
  return [...(await read(trx, "assigned", given)), ...(await read(trx, "sla breached", breached))];
}

function conversations(trx: Trx, account: string): Promise<Notice[]> {
  return read(
    trx,
    "conversation assigned",
    sql<DemoNotice>`
      select participant_id as user_id, contact_id as subject, 'You were given a conversation: ' || name as words,
        assigned as at
      from chat.contacts
      where customer_account = ${account} and opened and participant_id is not null and assigned is not null
      order by assigned desc limit 8`,
  );
}

function ownerOf(account: string) {
  return sql`(select min(id)::text from identity.users where customer_account = ${account})`;
}

function blasts(trx: Trx, account: string): Promise<Notice[]> {
  return read(
    trx,
    "blast ended",
    sql<DemoNotice>`
      select ${ownerOf(account)} as user_id, b.id as subject, b.finished_at as at,
        'Your SMS “' || b.name || '” to ' || b.recipients || ' has ended: ' || c.delivered || ' sent, ' || c.failed
          || ' failed.' as words
      from messaging.blasts b join messaging.blast_counts c
        on c.customer_account = b.customer_account and c.blast_id = b.id
      where b.customer_account = ${account} and b.kind = 'bulk' and b.status = 'sent' and b.finished_at is not null
      order by b.finished_at desc limit 3`,
  );
}

async function payments(trx: Trx, account: string): Promise<Notice[]> {
  const { rows } = await sql<Omit<DemoNotice, "words"> & { cents: Cents; reference: string; source: string }>`
    select ${ownerOf(account)} as user_id, id as subject, credited_cents as cents, reference, source, done_at as at
    from billing.payments where customer_account = ${account} and state = 'paid' and done_at is not null
    order by done_at desc limit 2`.execute(trx);
  return rows.map(({ cents, reference, source, ...one }) => {
    const from = [source === "bank" ? "Bank slip" : "M-Pesa", reference].filter(Boolean).join(", ");
    return { ...one, kind: "payment received", words: `${showKes(cents)} received: ${from}.` };
  });
}

function invitations(trx: Trx, account: string): Promise<Notice[]> {
  return read(
    trx,
    "invitation accepted",
    sql<DemoNotice>`
      select ${ownerOf(account)} as user_id, id as subject, name || ' accepted your invitation.' as words,
        now() - interval '9 days' as at
      from identity.users where customer_account = ${account} and email = 'nobody@savanna.test'`,
  );
}
