import { sql } from "kysely";
import { z } from "zod";
import { kindWords, type RecordKind } from "../../../rules/crm";
import { givenTo, manyGivenWords, oneGivenWords } from "../../../rules/given-records";
import type { Trx } from "../../kit/database";
import { publishNotices } from "../../kit/notices";
import { checkedRow } from "../../kit/row-schema";
import type { RecordActor } from "./changes";

type GivenRecord = { kind: RecordKind; id: number; name: string };
type Handover = { to: RecordActor; by: RecordActor };

/** A sales manager is notified of a record that someone else gives them. `key`: what tells this time from any other. */
export async function notifyManager(
  trx: Trx,
  account: string,
  { kind, id, name }: GivenRecord,
  { to, by, key }: Handover & { key: string },
): Promise<void> {
  if (to.id === null) return;
  const words = oneGivenWords(`a ${kindWords[kind][0]}`, name, by.name);
  const notice = { kind: `${kind} given`, subject: id, users: [to.id], words, key: `${kind} given:${key}` } as const;
  await publishNotices(trx, account, [notice], { by: by.id });
}

type GivenFile = { id: number; kind: RecordKind; file_name: string; created_by: string; user_id: string | null };

/** The same of the records that a file brought: one notice, whoever sent the file. */
export async function notifyManagerOfImport(
  trx: Trx,
  account: string,
  { id, kind, file_name, created_by, user_id }: GivenFile,
  { to, created }: { to: string | null; created: number },
): Promise<void> {
  if (to === null || created === 0) return;
  const what = kindWords[kind][created === 1 ? 0 : 1];
  const words = manyGivenWords(created, `${what} of ${file_name}`, created_by);
  const about = { kind: `${kind} given`, subject: givenTo(to), users: [to], words } as const;
  await publishNotices(trx, account, [{ ...about, key: `${kind} given:import ${id}:${Date.now()}` }], { by: user_id });
}

/** Seconds: a change of more records than one call takes is several calls, one after the other. */
const oneChangeSeconds = 60;

const Given = z.object({ first_id: z.number(), records: z.number() });

/** The same of a change of many records that was kept: one notice, however many calls it took. */
export async function notifyManagerOfMany(
  trx: Trx,
  account: string,
  { change_id, now, record }: { change_id: number; now: Date; record: GivenRecord },
  { to, by }: Handover,
): Promise<void> {
  const { kind } = record;
  if (to.id === null || to.id === by.id) return;
  const given = await checkedRow(
    trx,
    Given,
    sql`select min(c.id) as first_id, count(*) as records
      from crm.bulk_changes c join crm.bulk_change_records r
        on r.customer_account = c.customer_account and r.change_id = c.id
      where c.customer_account = ${account} and c.kind = ${kind} and c.what = 'sales manager' and c.by = ${by.name}
        and c.undone_at is null and r.after ->> 'id' = ${to.id}
        and (c.id = ${change_id} or c.at > ${now}::timestamptz - ${oneChangeSeconds} * interval '1 second')`,
  );
  const { first_id = change_id, records = 1 } = given ?? {};
  const key = `change ${first_id}`;
  if (records === 1) return notifyManager(trx, account, record, { to, by, key });
  const words = manyGivenWords(records, kindWords[kind][1], by.name);
  const notice = { kind: `${kind} given`, subject: givenTo(to.id), users: [to.id], words } as const;
  await publishNotices(trx, account, [{ ...notice, key: `${kind} given:${key}`, replaces: true }], { by: by.id });
}
