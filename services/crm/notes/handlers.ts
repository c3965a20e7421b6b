import { sql } from "kysely";
import type { RecordKind } from "../../../rules/crm";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { append } from "../../kit/events";
import { newestFirst } from "../../kit/ordering";
import { pageOfRows } from "../../kit/paging";
import { row } from "../../kit/rows";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { crm } from "../contract";
import type { ContactNote } from "../contract.contacts";
import { mustMay } from "../records/actor";
import { recordEvents } from "../records/changes";

type Row = Omit<ContactNote, "own" | "created_at" | "changed_at"> & {
  by_id: string | null;
  created_at: Date;
  changed_at: Date | null;
};

const columns = sql.raw("id, text, by, by_id, created_at, changed_at");

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
export function noteHandlers({
  db,
}: Database): Pick<Handlers<typeof crm.calls>, "contactNotes" | "addContactNote" | "updateContactNote"> {
  return {
    async contactNotes({ params, query }, caller) {
      const { account } = caller;
      const page = await readAccount(db, account, async (trx) => {
        await mustBeThere(trx, caller, params.id);
        const from = sql`crm.notes where customer_account = ${account} and record_id = ${params.id}`;
        return pageOfRows<Row>(trx, query, { select: columns, from, order: newestFirst });
      });
      return { status: 200, body: { ...page, data: page.data.map((note) => shown(note, writer(caller).id)) } };
    },
    async addContactNote({ body }, caller) {
      const { account } = caller;
      const { id, name } = writer(caller);
      const made = await inAccount(db, account, async (trx) => {
        const kind = await mustBeThere(trx, caller, body.id, true);
        await touch(trx, account, kind, body.id, id);
        return row<Row>(
          trx,
          sql`insert into crm.notes (customer_account, record_id, text, by_id, by)
            values (${account}, ${body.id}, ${body.text}, ${id}, ${name}) returning ${columns}`,
        );
      });
      return { status: 201, body: shown(made as Row, id) };
    },
    async updateContactNote({ params, body }, caller) {
      const { account } = caller;
      const { id } = writer(caller);
      const changed = await inAccount(db, account, async (trx) => {
        const found = await row<Row & { record_id: number }>(
          trx,
          sql`select ${columns}, record_id from crm.notes where customer_account = ${account} and id = ${params.id} for update`,
        );
        if (!found) throw new HttpError(404, "There is no such note.");
        if (found.by_id === null || found.by_id !== id)
          throw new HttpError(403, "Only who wrote a note can change it.");
        const kind = await mustBeThere(trx, caller, found.record_id, true);
        await touch(trx, account, kind, found.record_id, id);
        return row<Row>(
          trx,
          sql`update crm.notes set text = ${body.text}, changed_at = now()
            where customer_account = ${account} and id = ${params.id} returning ${columns}`,
        );
      });
      return { status: 201, body: shown(changed as Row, id) };
    },
  };
}

/** The kind of the record that the note is about; `lock` keeps it from being merged meanwhile. @throws HttpError 403, 404 */
async function mustBeThere(trx: Trx, caller: CallContext, id: number, lock = false): Promise<RecordKind> {
  const found = await row<{ kind: RecordKind }>(
    trx,
    sql`select kind from crm.records where customer_account = ${caller.account} and id = ${id}
      ${lock ? sql`for key share` : sql``}`,
  );
  if (!found) throw new HttpError(404, "There is no such record.");
  mustMay(caller, found.kind);
  return found.kind;
}

async function touch(trx: Trx, account: string, kind: RecordKind, id: number, by: string | null): Promise<void> {
  await sql`update crm.records set active_at = now() where customer_account = ${account} and id = ${id}`.execute(trx);
  await append(trx, account, recordEvents[kind], { id, by });
}
