import { sql } from "kysely";
import type { Database, Trx } from "../../kit/database";
import type { DataSubject, personCalls, SubjectRecordCount } from "../../kit/person-data";
import { personDataHandlers, personReads } from "../../kit/person-handlers";
import { hasRows } from "../../kit/rows";
import { type Handlers, HttpError } from "../../kit/serve";
import type { whatsapp } from "../contract";

/** What an erasure does with each kind of data of this service. */
const kinds = {
  messages: {
    kind: "WhatsApp broadcasts to them",
    outcome: "anonymised",
    why: "Number, name and personal values go; counts, dates and costs stay for the books.",
  },
  optOut: {
    kind: "WhatsApp opt-out",
    outcome: "kept",
    why: "The number stays on the list, or they would be written to again.",
  },
} as const satisfies Record<string, Omit<SubjectRecordCount, "count">>;

const { count, list } = personReads({
  kinds,
  async queries(_, account, { msisdn }) {
    if (!msisdn) return [];
    return [
      [
        "messages",
        sql`select b.name as broadcast, b.template_name as template, b.language, r.msisdn, r.name, r.fields, r.state,
            r.reason, r.sent_at, r.delivered_at, r.read_at
          from whatsapp.recipients r
            join whatsapp.broadcasts b on b.customer_account = r.customer_account and b.id = r.broadcast_id
          where r.customer_account = ${account} and r.msisdn = ${msisdn}`,
      ],
      [
        "optOut",
        sql`select msisdn, source, at from whatsapp.opt_outs
          where customer_account = ${account} and msisdn = ${msisdn}`,
      ],
    ];
  },
});

/** What the WhatsApp service has of one person, for archives and erasures. */
export function personHandlers(database: Database): Pick<Handlers<typeof whatsapp.calls>, keyof typeof personCalls> {
  return personDataHandlers(database, { count, list, erase });
}

/** @throws HttpError 409 while a message to them is being sent */
async function erase(trx: Trx, account: string, whom: DataSubject): Promise<SubjectRecordCount[]> {
  const { msisdn } = whom;
  if (!msisdn) return [];
  const busy = await hasRows(
    trx,
    sql`select 1 as one from whatsapp.recipients where customer_account = ${account} and msisdn = ${msisdn}
      and state = 'sending' limit 1`,
  );
  if (busy) throw new HttpError(409, "A WhatsApp message to them is on its way. Try again in a minute.");
  const counted = await count(trx, account, whom);
  await sql`
    update whatsapp.recipients set msisdn = 'erased ' || seq, name = '', fields = '{}',
      state = case when state in ('queued', 'waiting') then 'cancelled' else state end,
      reason = case when state in ('queued', 'waiting') then 'Erased on request' else reason end
    where customer_account = ${account} and msisdn = ${msisdn}`.execute(trx);
  await sql`
    update whatsapp.broadcasts set audience = '', name = case when kind = 'single' then '' else name end
    where customer_account = ${account} and audience = ${msisdn}`.execute(trx);
  await sql`delete from whatsapp.reached where customer_account = ${account} and msisdn = ${msisdn}`.execute(trx);
  return counted;
}
