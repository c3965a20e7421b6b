import { sql } from "kysely";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { append } from "../../kit/events";
import { newestFirst } from "../../kit/ordering";
import { pageOfRows } from "../../kit/paging";
import { row } from "../../kit/rows";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { crm } from "../contract";
import type { ContactNote } from "../contract.leads";

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

/** Notes about leads. A note is something done with the lead: it no longer counts as forgotten. */
export function noteHandlers({
  db,
}: Database): Pick<Handlers<typeof crm.calls>, "contactNotes" | "addContactNote" | "updateContactNote"> {
  return {
    async contactNotes({ params, query }, caller) {
      const { account } = caller;
      const page = await readAccount(db, account, async (trx) => {
        await mustBeThere(trx, account, params.id);
        const from = sql`crm.notes where customer_account = ${account} and lead_id = ${params.id}`;
        return pageOfRows<Row>(trx, query, { select: columns, from, order: newestFirst });
      });
      return { status: 200, body: { ...page, data: page.data.map((note) => shown(note, writer(caller).id)) } };
    },
    async addContactNote({ body }, caller) {
      const { account } = caller;
      const { id, name } = writer(caller);
      const made = await inAccount(db, account, async (trx) => {
        await mustBeThere(trx, account, body.lead_id);
        await touch(trx, account, body.lead_id, id);
        return row<Row>(
          trx,
          sql`insert into crm.notes (customer_account, lead_id, text, by_id, by)
            values (${account}, ${body.lead_id}, ${body.text}, ${id}, ${name}) returning ${columns}`,
        );
      });
      return { status: 201, body: shown(made as Row, id) };
    },
    async updateContactNote({ params, body }, caller) {
      const { account } = caller;
      const { id } = writer(caller);
      const changed = await inAccount(db, account, async (trx) => {
        const found = await row<Row & { lead_id: number }>(
          trx,
          sql`select ${columns}, lead_id from crm.notes where customer_account = ${account} and id = ${params.id} for update`,
        );
        if (!found) throw new HttpError(404, "There is no such note.");
        if (found.by_id === null || found.by_id !== id)
          throw new HttpError(403, "Only who wrote a note can change it.");
        await touch(trx, account, found.lead_id, id);
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

async function mustBeThere(trx: Trx, account: string, lead: number): Promise<void> {
  const found = await row(trx, sql`select 1 from crm.leads where customer_account = ${account} and id = ${lead}`);
  if (!found) throw new HttpError(404, "There is no such lead.");
}

async function touch(trx: Trx, account: string, lead: number, by: string | null): Promise<void> {
  await sql`update crm.leads set active_at = now() where customer_account = ${account} and id = ${lead}`.execute(trx);
  await append(trx, account, "lead", { id: lead, by });
}
