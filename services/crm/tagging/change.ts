import { sql } from "kysely";
import { kindWords, type RecordKind } from "../../../rules/crm";
import { maxRecordTags } from "../../../rules/crm-tags";
import type { Trx } from "../../kit/database";
import { appendAll } from "../../kit/events";
import { bigints, json } from "../../kit/rows";
import type { ChangedRecord } from "../bulk-changes/store";
import { type RecordActor, recordEvents } from "../records/changes";
import { scoreTouched } from "../records/touch";
import { listRecordTags, type StoredTag } from "../tags/store";

/** What is asked of some records: the tags that each has after it had some. */
type TagChange = { kind: RecordKind; ids: readonly number[]; after(before: readonly StoredTag[]): StoredTag[] };
type TagOutcome = {
  changed: number[];
  refused: { id: number; reason: string }[];
  /** What was added to each record and taken off it, for the undo. */
  records: ChangedRecord[];
};

/** Changes the tags of records that are locked, with their histories. A record with too many stays as it is. */
export async function changeTags(
  trx: Trx,
  account: string,
  { kind, ids, after }: TagChange,
  by: RecordActor,
): Promise<TagOutcome> {
  const before = await listRecordTags(trx, account, ids);
  const outcome: TagOutcome = { changed: [], refused: [], records: [] };
  const rows: { record: number; tag: number; name: string; added: boolean }[] = [];
  for (const id of ids) {
    const had = before.get(id) ?? [];
    const has = after(had);
    const added = has.filter((tag) => !had.some((one) => one.id === tag.id));
    const removed = had.filter((tag) => !has.some((one) => one.id === tag.id));
    if (added.length > 0 && has.length > maxRecordTags) {
      const reason = `A ${kindWords[kind][0]} has at most ${maxRecordTags} tags. Remove one first.`;
      outcome.refused.push({ id, reason });
    } else if (added.length + removed.length > 0) {
      outcome.changed.push(id);
      const ids = (tags: readonly StoredTag[]) => tags.map((tag) => tag.id);
      outcome.records.push({ id, before: { removed: ids(removed) }, after: { added: ids(added) } });
      rows.push(...added.map((tag) => ({ record: id, tag: tag.id, name: tag.name, added: true })));
      rows.push(...removed.map((tag) => ({ record: id, tag: tag.id, name: tag.name, added: false })));
    }
  }
  if (rows.length > 0) await writeTags(trx, account, kind, { rows, changed: outcome.changed }, by);
  return outcome;
}

type TagRows = {
  rows: readonly { record: number; tag: number; name: string; added: boolean }[];
  changed: readonly number[];
};

/** All rows of all records at once: one statement for each table, however many there are. */
async function writeTags(trx: Trx, account: string, kind: RecordKind, { rows, changed }: TagRows, by: RecordActor) {
  const given = sql`jsonb_to_recordset(${json(rows)}) x (record bigint, tag bigint, name text, added boolean)`;
  await sql`
    delete from crm.record_tags r using ${given}
    where r.customer_account = ${account} and r.record_id = x.record and r.tag_id = x.tag and not x.added`.execute(trx);
  await sql`
    insert into crm.record_tags (customer_account, record_id, tag_id, record_kind)
    select ${account}, x.record, x.tag, ${kind} from ${given} where x.added on conflict do nothing`.execute(trx);
  await sql`
    insert into crm.changes (customer_account, record_id, by, field, before, after)
    select ${account}, x.record, ${by.name}, 'Tag', case when x.added then '' else x.name end,
      case when x.added then x.name else '' end from ${given} order by x.record, x.added, lower(x.name)`.execute(trx);
  await sql`update crm.records set version = version + 1, active_at = now()
    where customer_account = ${account} and id = any(${bigints(changed)})`.execute(trx);
  await scoreTouched(trx, account, changed);
  const events = changed.map((id) => ({ kind: recordEvents[kind], body: { id, by: by.id } }));
  await appendAll(trx, account, events);
}
