import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { appendAll } from "../../kit/events";
import { checkedRows } from "../../kit/row-schema";
import { bigints, texts } from "../../kit/rows";
import { sequenceKinds } from "../contract.enrolment";
import type { CrmDeps } from "../deps";
import { findWhoWrote, type LastHeard, noteAll } from "../heard/who-wrote";
import { recordEvents } from "../records/changes";
import { endPeople } from "../sequence-state/end";

/** Someone in a sequence with all their numbers and addresses. */
const Listened = z.object({
  id: z.number(),
  record_id: z.number(),
  kind: z.enum(sequenceKinds),
  entered_at: z.date(),
  contacts: z.array(z.string()),
});
type Listened = z.infer<typeof Listened>;

/** People `p` who are in a sequence, with what they write from. */
export function listListened(trx: Trx, account: string, which: RawBuilder<unknown>): Promise<Listened[]> {
  return checkedRows(
    trx,
    Listened,
    sql`select p.id, p.record_id, p.record_kind as kind, p.entered_at, array(
        select x from (values (l.phone), (l.email_key)) v (x) where x <> ''
        union select c.key from crm.contact_points c
        where c.customer_account = l.customer_account and c.record_id = l.id) as contacts
      from crm.sequence_people p
      join crm.sequences s on s.customer_account = p.customer_account and s.id = p.sequence_id and s.active
      join crm.records l on l.customer_account = p.customer_account and l.id = p.record_id
      where p.customer_account = ${account} and p.state = 'active' and ${which}`,
  );
}

const RefusalRow = z.object({ contact: z.string(), at: z.date() });

/** When numbers and addresses last said no to messages, on whatever channel, or were said to. */
async function listRefusals(trx: Trx, account: string, people: readonly Listened[]): Promise<LastHeard> {
  const heard: LastHeard = new Map();
  noteAll(
    heard,
    await checkedRows(
      trx,
      RefusalRow,
      sql`select contact, max(at) as at from events.consents
        where customer_account = ${account} and contact = any(${texts(people.flatMap(({ contacts }) => contacts))})
          and change = 'out' group by contact`,
    ),
  );
  return heard;
}

/** Ends it for those who have written, or opted out, since they were put in. @throws Error where that is not known */
export async function endHeard(
  { db }: Database,
  deps: CrmDeps,
  account: string,
  people: readonly Listened[],
  now: Date,
): Promise<void> {
  if (people.length === 0) return;
  const contacts = people.flatMap((one) => one.contacts);
  const since = new Date(Math.min(...people.map(({ entered_at }) => entered_at.getTime())));
  const [wrote, refused] = await Promise.all([
    findWhoWrote(deps, account, contacts, since),
    readAccount(db, account, (trx) => listRefusals(trx, account, people)),
  ]);
  const heardOf = (heard: LastHeard, { contacts, entered_at }: Listened) =>
    contacts.some((contact) => (heard.get(contact) ?? 0) > entered_at.getTime());
  const out = people.filter((one) => heardOf(refused, one));
  const replied = people.filter((one) => !out.includes(one) && heardOf(wrote, one));
  await inAccount(db, account, async (trx) => {
    const ids = (of: readonly Listened[]) => sql`p.id = any(${bigints(of.map(({ id }) => id))})`;
    const ended = [
      ...(await endPeople(trx, account, ids(out), { state: "opted_out", reason: "They have opted out of messages." })),
      ...(await endPeople(trx, account, ids(replied), { state: "replied", reason: "They have written." })),
    ];
    await sql`update crm.sequence_people p set checked_at = ${now}
      where p.customer_account = ${account} and ${ids(people)}`.execute(trx);
    const kindOf = new Map(people.map(({ record_id, kind }) => [record_id, kind]));
    const events = ended.map(({ record_id }) => ({
      kind: recordEvents[kindOf.get(record_id) ?? "lead"],
      body: { id: record_id, by: null },
    }));
    if (events.length > 0) await appendAll(trx, account, events);
  });
}
