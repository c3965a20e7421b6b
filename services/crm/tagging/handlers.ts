import { sql } from "kysely";
import { z } from "zod";
import { kindWords, type RecordKind, recordKinds } from "../../../rules/crm";
import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, isDuplicate, readAccount, type Trx } from "../../kit/database";
import { appendAll } from "../../kit/events";
import { countCap } from "../../kit/paging";
import { checkedRow, checkedRows, NameRow } from "../../kit/row-schema";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import { changeMany, keepBulkChange, lockRecords } from "../bulk-changes/store";
import type { crm } from "../contract";
import type { Tag, tagCalls } from "../contract.tags";
import { type CrmDeps, currentTime } from "../deps";
import { mustMay, recordActor } from "../records/actor";
import { recordEvents } from "../records/changes";
import { writeRecordActivity } from "../records/deeds";
import { ensureTags, findTags, listRecordTags, lockTags, type StoredTag } from "../tags/store";
import { changeTags } from "./change";

/** The calls about tags: those of the account, and those that records have. */
export function tagHandlers(
  database: Database,
  deps: CrmDeps,
): Pick<Handlers<typeof crm.calls>, keyof typeof tagCalls> {
  const { db } = database;
  const changing = <T>(account: string, change: (trx: Trx) => Promise<T>): Promise<T> =>
    changeMany(database, account, change);

  return {
    async tags({ query }, { account }) {
      const counted = query.counts === "1";
      return { status: 200, body: { data: await readAccount(db, account, (trx) => listTags(trx, account, counted)) } };
    },
    async renameTag({ params: { id }, body: { name } }, caller) {
      const rename = () => changing(caller.account, (trx) => renameTag(trx, caller, id, name));
      const renamed = await rename().catch((error: unknown) => {
        if (!isDuplicate(error)) throw error;
        throw nameTaken(name);
      });
      return { status: 201, body: renamed };
    },
    async joinTags({ params: { id }, body: { into } }, caller) {
      return { status: 201, body: await changing(caller.account, (trx) => joinTags(trx, caller, id, into)) };
    },
    async deleteTag({ params: { id } }, caller) {
      const name = await changing(caller.account, (trx) => deleteTag(trx, caller, id));
      return { status: 201, body: { status: 201, message: `${name} was deleted.` } };
    },
    async setRecordTags({ params: { id }, body: { type, tags } }, caller) {
      mustMay(caller, type);
      const data = await changing(caller.account, (trx) => setTags(trx, caller, { id, kind: type }, tags));
      return { status: 200, body: { data } };
    },
    async tagRecords({ body }, caller) {
      const { account } = caller;
      const { type, records, names, add, remove } = body;
      mustMay(caller, type);
      const outcome = await changing(account, async (trx) => {
        const by = recordActor(caller);
        const ids = await lockRecords(trx, account, type, records);
        const added = ids.length === 0 ? [] : await tagsToAdd(trx, account, { names, add }, by.name);
        const gone = new Set(remove);
        const done = await changeTags(
          trx,
          account,
          {
            kind: type,
            ids,
            after: (before) =>
              unite(
                before.filter((tag) => !gone.has(tag.id)),
                added,
              ),
          },
          by,
        );
        for (const id of done.changed)
          await writeRecordActivity(trx, caller, type, id, { deed: "changed", what: "has other tags." });
        const reason = `There is no such ${kindWords[type][0]}.`;
        const missing = [...new Set(records)].filter((id) => !ids.includes(id)).map((id) => ({ id, reason }));
        const kept = { kind: type, what: "tags", by: by.name, now: currentTime(deps) } as const;
        const change_id = await keepBulkChange(trx, account, kept, done.records);
        return { change_id, changed: done.changed, refused: [...done.refused, ...missing] };
      });
      return { status: 200, body: outcome };
    },
  };
}

/** Each tag once. */
function unite(...lists: readonly (readonly StoredTag[])[]): StoredTag[] {
  return [...new Map(lists.flat().map((tag) => [tag.id, tag])).values()];
}

/** @throws HttpError 422 */
async function tagsToAdd(
  trx: Trx,
  account: string,
  { names, add }: { names: readonly string[]; add: readonly number[] },
  by: string,
): Promise<StoredTag[]> {
  // First those that may have to be made: who makes tags waits for the others before it has any.
  const named = await ensureTags(trx, account, names, by);
  return unite(add.length === 0 ? [] : await findTags(trx, account, add), named);
}

/** @throws HttpError 404, 422 */
async function setTags(
  trx: Trx,
  caller: CallContext,
  { id, kind }: { id: number; kind: RecordKind },
  names: readonly string[],
): Promise<StoredTag[]> {
  const { account } = caller;
  const by = recordActor(caller);
  const ids = await lockRecords(trx, account, kind, [id]);
  if (ids.length === 0) throw new HttpError(404, `There is no such ${kindWords[kind][0]}.`);
  const tags = await ensureTags(trx, account, names, by.name);
  const { changed, refused } = await changeTags(trx, account, { kind, ids, after: () => tags }, by);
  const [no] = refused;
  if (no) throw new HttpError(422, no.reason, { tags: [no.reason] });
  if (changed.length > 0)
    await writeRecordActivity(trx, caller, kind, id, { deed: "changed", what: "has other tags." });
  return (await listRecordTags(trx, account, [id])).get(id) ?? [];
}

const TagRow = z.object({
  id: z.number(),
  name: z.string(),
  created_by: z.string(),
  created_at: z.date(),
  records: z.object({ lead: z.number(), contact: z.number(), deal: z.number() }).nullable(),
});

function asTag({ records, created_at, ...tag }: z.infer<typeof TagRow>): Tag {
  return { ...tag, created_at: created_at.toISOString(), ...(records === null ? {} : { records }) };
}

/** Records are counted as far as lists count them. */
async function listTags(trx: Trx, account: string, counted: boolean): Promise<Tag[]> {
  const counts = recordKinds.map(
    (kind) => sql`${kind}::text, (select count(*) from (
      select from crm.record_tags r where r.customer_account = t.customer_account and r.tag_id = t.id
        and r.record_kind = ${kind} limit ${sql.lit(countCap)}) c)`,
  );
  const records = counted ? sql`jsonb_build_object(${sql.join(counts)})` : sql`null::jsonb`;
  const found = await checkedRows(
    trx,
    TagRow,
    sql`select t.id, t.name, t.created_by, t.created_at, ${records} as records from crm.tags t
      where t.customer_account = ${account} order by t.key`,
    { batched: true },
  );
  return found.map(asTag);
}

/** A tag, locked against whoever else changes it. @throws HttpError 404 */
async function lockTag(trx: Trx, account: string, id: number): Promise<Tag> {
  const found = await checkedRow(
    trx,
    TagRow,
    sql`select id, name, created_by, created_at, null::jsonb as records from crm.tags
      where customer_account = ${account} and id = ${id} for no key update`,
  );
  if (!found) throw new HttpError(404, "There is no such tag. Someone may have deleted it.");
  return asTag(found);
}

function nameTaken(name: string): HttpError {
  const words = `There is a tag ${name} already. Enter another name, or join the two.`;
  return new HttpError(409, words, { name: [words] });
}

/** @throws HttpError 404, 409 */
async function renameTag(trx: Trx, caller: CallContext, id: number, name: string): Promise<Tag> {
  const { account } = caller;
  await lockTags(trx, account);
  const before = await lockTag(trx, account, id);
  if (before.name === name) return before;
  const other = await checkedRow(
    trx,
    NameRow,
    sql`select name from crm.tags where customer_account = ${account} and key = lower(${name}) collate "C" and id <> ${id}`,
  );
  if (other) throw nameTaken(other.name);
  await sql`update crm.tags set name = ${name} where customer_account = ${account} and id = ${id}`.execute(trx);
  await tell(trx, caller, id, "Tag renamed", `The tag ${before.name} is called ${name} now.`);
  return { ...before, name };
}

/** @throws HttpError 404, 422 */
async function joinTags(trx: Trx, caller: CallContext, id: number, into: number): Promise<Tag> {
  const { account } = caller;
  await sql`set local statement_timeout = 0`.execute(trx);
  await lockTags(trx, account);
  const gone = await lockTag(trx, account, id);
  if (id === into) throw new HttpError(422, "Choose another tag.", { into: ["Choose another tag."] });
  const kept = await lockTag(trx, account, into);
  const copy = () =>
    sql`
      insert into crm.record_tags (customer_account, record_id, tag_id, record_kind)
      select customer_account, record_id, ${into}::bigint, record_kind from crm.record_tags
      where customer_account = ${account} and tag_id = ${id} on conflict do nothing`.execute(trx);
  await copy();
  // Whoever gives it to a record meanwhile comes first, and from here on no one can.
  await sql`select id from crm.tags where customer_account = ${account} and id = ${id} for update`.execute(trx);
  await copy();
  await sql`delete from crm.tags where customer_account = ${account} and id = ${id}`.execute(trx);
  await tell(trx, caller, into, "Tags joined", `The tag ${gone.name} was joined with ${kept.name}.`);
  return kept;
}

/** @throws HttpError 404 */
async function deleteTag(trx: Trx, caller: CallContext, id: number): Promise<string> {
  const { account } = caller;
  await sql`set local statement_timeout = 0`.execute(trx);
  await lockTags(trx, account);
  const { name } = await lockTag(trx, account, id);
  await sql`delete from crm.tags where customer_account = ${account} and id = ${id}`.execute(trx);
  await tell(trx, caller, id, "Tag deleted", `The tag ${name} was deleted.`);
  return name;
}

type TagAction = "Tag renamed" | "Tags joined" | "Tag deleted";

/** Writes it in the activities, and has the open lists read their rows again. */
async function tell(trx: Trx, caller: CallContext, id: number, action: TagAction, description: string): Promise<void> {
  const { account } = caller;
  await recordActivity(trx, account, activityActor(caller), {
    ...{ action, subject: "crm tag", subject_id: String(id), description },
  });
  const by = recordActor(caller).id;
  await appendAll(
    trx,
    account,
    recordKinds.map((kind) => ({ kind: recordEvents[kind], body: { id: 0, by } })),
  );
}
