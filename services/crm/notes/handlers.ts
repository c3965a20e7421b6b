import { sql } from "kysely";
import { z } from "zod";
import { recordKinds } from "../../../rules/crm";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { newestFirst } from "../../kit/ordering";
import { pageOfRows } from "../../kit/paging";
import { checkedRow } from "../../kit/row-schema";
import { json } from "../../kit/rows";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { crm } from "../contract";
import { ContactNote } from "../contract.contacts";
import type { CrmDeps } from "../deps";
import { mustMay } from "../records/actor";
import { touchRecord } from "../records/touch";
import { findMentioned, notifyMentioned } from "./mentions";

const Row = ContactNote.omit({ own: true }).extend({
  by_id: z.string().nullable(),
  created_at: z.date(),
  changed_at: z.date().nullable(),
});
type Row = z.infer<typeof Row>;

const columns = sql.raw("id, text, by, by_id, created_at, changed_at, mentions");

function shown({ by_id, ...note }: Row, user: string | null): ContactNote {
  const { created_at, changed_at } = note;
  return {
    ...note,
    own: by_id !== null && by_id === user,
    created_at: created_at.toISOString(),
    changed_at: changed_at?.toISOString() ?? null,
  };
}

function writer({ who }: CallContext): { id: string | null; name: string } {
  return who.kind === "person" ? { id: who.id, name: who.name } : { id: null, name: "" };
}

/** Notes about leads, contacts and deals. A note is something done with the record: it no longer counts as forgotten. */
export function noteHandlers(
  { db }: Database,
  deps: CrmDeps,
): Pick<Handlers<typeof crm.calls>, "contactNotes" | "addContactNote" | "updateContactNote"> {
  return {
    async contactNotes({ params, query }, caller) {
      const { account } = caller;
      const page = await readAccount(db, account, async (trx) => {
        await mustBeThere(trx, caller, params.id);
        const from = sql`crm.notes where customer_account = ${account} and record_id = ${params.id}`;
        return pageOfRows(trx, query, { schema: Row, select: columns, from, order: newestFirst });
      });
      return { status: 200, body: { ...page, data: page.data.map((note) => shown(note, writer(caller).id)) } };
    },
    async addContactNote({ body }, caller) {
      const { account } = caller;
      const by = writer(caller);
      const about = await readAccount(db, account, (trx) => mustBeThere(trx, caller, body.id));
      const mentions = await findMentioned(deps, account, about.kind, body.text);
      const made = await inAccount(db, account, async (trx) => {
        const record = await mustBeThere(trx, caller, body.id, true);
        const note = await checkedRow(
          trx,
          Row,
          sql`insert into crm.notes (customer_account, record_id, text, by_id, by, mentions)
            values (${account}, ${body.id}, ${body.text}, ${by.id}, ${by.name}, ${json(mentions)}) returning ${columns}`,
        );
        if (!note) throw new Error("the note was not written");
        await notifyMentioned(trx, account, by, { id: note.id, record, mentions });
        await touchRecord(trx, account, record, by.id);
        return note;
      });
      return { status: 201, body: shown(made, by.id) };
    },
    async updateContactNote({ params, body }, caller) {
      const { account } = caller;
      const by = writer(caller);
      const about = await readAccount(db, account, (trx) => findOwn(trx, caller, params.id));
      const mentions = await findMentioned(deps, account, about.record.kind, body.text);
      const changed = await inAccount(db, account, async (trx) => {
        const { record } = await findOwn(trx, caller, params.id, true);
        const note = await checkedRow(
          trx,
          Row,
          sql`update crm.notes set text = ${body.text}, changed_at = now(), mentions = ${json(mentions)}
            where customer_account = ${account} and id = ${params.id} returning ${columns}`,
        );
        if (!note) throw new HttpError(404, noNote);
        await notifyMentioned(trx, account, by, { id: note.id, record, mentions });
        await touchRecord(trx, account, record, by.id);
        return note;
      });
      return { status: 201, body: shown(changed, by.id) };
    },
  };
}

const noNote = "There is no such note.";

const NoteOwner = z.object({ by_id: z.string().nullable(), record_id: z.number() });

/** A note of who asks, with what it is about. @throws HttpError 403, 404 */
async function findOwn(trx: Trx, caller: CallContext, id: number, lock = false): Promise<{ record: NotedRecord }> {
  const found = await checkedRow(
    trx,
    NoteOwner,
    sql`select by_id, record_id from crm.notes where customer_account = ${caller.account} and id = ${id}
      ${lock ? sql`for update` : sql``}`,
  );
  if (!found) throw new HttpError(404, noNote);
  if (found.by_id === null || found.by_id !== writer(caller).id)
    throw new HttpError(403, "Only who wrote a note can change it.");
  return { record: await mustBeThere(trx, caller, found.record_id, lock) };
}

const NotedRecord = z.object({ id: z.number(), kind: z.enum(recordKinds), name: z.string() });
type NotedRecord = z.infer<typeof NotedRecord>;

/** The record that a note is about; `lock` keeps it from being merged meanwhile. @throws HttpError 403, 404 */
async function mustBeThere(trx: Trx, caller: CallContext, id: number, lock = false): Promise<NotedRecord> {
  const found = await checkedRow(
    trx,
    NotedRecord,
    sql`select id, kind, name from crm.records where customer_account = ${caller.account} and id = ${id}
      ${lock ? sql`for key share` : sql``}`,
  );
  if (!found) throw new HttpError(404, "There is no such record.");
  mustMay(caller, found.kind);
  return found;
}
