import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { type Database, inAccount, readAccount } from "../../kit/database";
import type { DataSubject, personCalls, SubjectRecordCount } from "../../kit/person-data";
import { personReadHandlers, personReads } from "../../kit/person-handlers";
import { checkedRows } from "../../kit/row-schema";
import { type Handlers, HttpError } from "../../kit/serve";
import type { voice } from "../contract";
import type { VoiceDeps } from "../deps";
import { forgetMessages } from "../flows/voicemails";

const kinds = {
  calls: {
    kind: "Calls with them",
    outcome: "anonymised",
    why: "Number, name and note go; times and outcome stay for the reports.",
  },
  waits: {
    kind: "Calls of theirs that waited",
    outcome: "anonymised",
    why: "The number goes; times stay for the reports.",
  },
  targets: {
    kind: "Their numbers in lists to call",
    outcome: "anonymised",
    why: "Number, name and details go; the results of the calls stay for the reports.",
  },
  flows: {
    kind: "Calls of theirs that went through a call flow",
    outcome: "anonymised",
    why: "The number goes; times and outcome stay for the reports.",
  },
  messages: {
    kind: "Voicemails that they left",
    outcome: "anonymised",
    why: "The sound, the number and the name go; the time stays for the reports.",
  },
  robocalls: {
    kind: "Their numbers in robocalls",
    outcome: "anonymised",
    why: "Number and name go; the results stay for the reports.",
  },
  recordings: { kind: "Recordings of calls with them", outcome: "removed", why: "" },
} as const satisfies Record<string, Omit<SubjectRecordCount, "count">>;
type Kind = keyof typeof kinds;

/** What the call centre has of one number; an e-mail address says nothing here. */
function queries(account: string, { msisdn }: DataSubject): [Kind, RawBuilder<unknown>][] {
  if (!msisdn) return [];
  return [
    [
      "calls",
      sql`select id as call, type, status, phone_number, name, user_name as agent, started_at, ended_at, disposition, note,
          array(select e.note from voice.earlier_dispositions e where e.customer_account = ${account}
            and e.call_id = calls.id and e.note <> '' order by e.id) as earlier_notes
        from voice.calls where customer_account = ${account} and phone_number = ${msisdn} order by id`,
    ],
    [
      "waits",
      sql`select id as waiting_call, phone_number, queue, enqueued_at, answered_at, abandoned_at from voice.queue_calls
        where customer_account = ${account} and phone_number = ${msisdn} order by id`,
    ],
    [
      "targets",
      sql`select id as target, phone_number, name, details, note, state, attempts, result from voice.targets
        where customer_account = ${account} and phone_number = ${msisdn} and phone_number <> '' order by id`,
    ],
    [
      "flows",
      sql`select id as flow_call, phone_number, started_at, ended_at, last_step, outcome from voice.flow_calls
        where customer_account = ${account} and phone_number = ${msisdn} and phone_number <> '' order by id`,
    ],
    [
      "messages",
      sql`select id as voicemail, phone_number, name, at, bytes, seconds from voice.voicemails
        where customer_account = ${account} and phone_number = ${msisdn} and phone_number <> '' order by id`,
    ],
    [
      "robocalls",
      sql`select id as robocall_target, phone_number, name, state, attempts, called_at, seconds, key_pressed
        from voice.robocall_targets
        where customer_account = ${account} and phone_number = ${msisdn} and phone_number <> '' order by id`,
    ],
    [
      "recordings",
      sql`select r.call_id as call, r.bytes, r.seconds, r.at from voice.recordings r
        join voice.calls c on c.customer_account = r.customer_account and c.id = r.call_id
        where c.customer_account = ${account} and c.phone_number = ${msisdn} order by r.call_id`,
    ],
  ];
}

const { count, list } = personReads({ kinds, queries: async (_, account, whom) => queries(account, whom) });

const FileIdRow = z.object({ file_id: z.string() });

/** What the call centre has of one person, for archives and erasures. */
export function personHandlers(
  database: Database,
  deps: Pick<VoiceDeps, "clientsOfAccount">,
): Pick<Handlers<typeof voice.calls>, keyof typeof personCalls> {
  const { db } = database;
  return {
    ...personReadHandlers(database, { count, list }),
    async erasePerson({ body }, { account }) {
      const { msisdn } = body;
      const data = await readAccount(db, account, (trx) => count(trx, account, body));
      if (!msisdn) return { status: 200, body: { data } };
      await removeRecordings(account, msisdn);
      await inAccount(db, account, async (trx) => {
        await sql`
          update voice.earlier_dispositions e set note = '' from voice.calls c
          where e.customer_account = ${account} and c.customer_account = e.customer_account and c.id = e.call_id
            and c.phone_number = ${msisdn}`.execute(trx);
        await sql`
          update voice.calls set phone_number = '', name = '', note = ''
          where customer_account = ${account} and phone_number = ${msisdn}`.execute(trx);
        await sql`
          update voice.calls set transferred_to = ''
          where customer_account = ${account} and transferred_to = ${msisdn}`.execute(trx);
        await sql`
          update voice.targets set phone_number = '', name = '', note = '', details = '{}', state = 'trash',
            owner_id = '', assigned_to = '', assigned_at = null
          where customer_account = ${account} and phone_number = ${msisdn} and phone_number <> ''`.execute(trx);
        await sql`
          delete from voice.target_rows where customer_account = ${account}
            and regexp_replace(cells::text, '[^0-9"]', '', 'g') like ${`%${msisdn.slice(-9)}%`}`.execute(trx);
        await sql`
          update voice.robocall_targets set phone_number = '', name = '',
            state = case when state = 'waiting' then 'stopped' else state end
          where customer_account = ${account} and phone_number = ${msisdn} and phone_number <> ''`.execute(trx);
        await sql`
          update voice.flow_calls set phone_number = ''
          where customer_account = ${account} and phone_number = ${msisdn}`.execute(trx);
        await sql`
          update voice.voicemails set phone_number = '', name = '', ticket_file_id = null
          where customer_account = ${account} and phone_number = ${msisdn}`.execute(trx);
        await sql`
          update voice.queue_calls set phone_number = ''
          where customer_account = ${account} and phone_number = ${msisdn}`.execute(trx);
      });
      return { status: 200, body: { data } };
    },
  };

  /** The files first: a row without its file would be found again, a file without its row never. */
  async function removeRecordings(account: string, msisdn: string): Promise<void> {
    const found = await readAccount(db, account, (trx) =>
      checkedRows(
        trx,
        FileIdRow,
        sql`select r.file_id from voice.recordings r
          join voice.calls c on c.customer_account = r.customer_account and c.id = r.call_id
          where c.customer_account = ${account} and c.phone_number = ${msisdn}
          union all select file_id from voice.voicemails
          where customer_account = ${account} and phone_number = ${msisdn} and phone_number <> '' and file_id is not null
          union all select ticket_file_id from voice.voicemails
          where customer_account = ${account} and phone_number = ${msisdn} and phone_number <> ''
            and ticket_file_id is not null and ticket_id is null`,
      ),
    );
    for (let at = 0; at < found.length; at += 1_000) {
      const some = found.slice(at, at + 1_000);
      const ids = some.map(({ file_id }) => file_id);
      const dropped = await deps.clientsOfAccount(account).uploads.dropFiles({ body: { ids } });
      if (dropped.status !== 200) throw new HttpError(503, "The recordings can't be removed now. Try again later.");
      await inAccount(db, account, async (trx) => {
        await sql`delete from voice.recordings where customer_account = ${account}
          and file_id = any(${ids}::uuid[])`.execute(trx);
        await forgetMessages(trx, account, ids);
      });
    }
  }
}
