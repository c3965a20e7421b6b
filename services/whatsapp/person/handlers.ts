import { type RawBuilder, sql } from "kysely";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { maxRecords, type personCalls, type SubjectDataSection, type SubjectRecordCount } from "../../kit/person-data";
import { row, rows } from "../../kit/rows";
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
type Kind = keyof typeof kinds;

const names = Object.keys(kinds) as Kind[];

function query(kind: Kind, account: string, msisdn: string): RawBuilder<Record<string, unknown>> {
  if (kind === "optOut")
    return sql`select msisdn, source, at from whatsapp.opt_outs where customer_account = ${account} and msisdn = ${msisdn}`;
  return sql`select b.name as broadcast, b.template_name as template, b.language, r.msisdn, r.name, r.fields, r.state,
      r.reason, r.sent_at, r.delivered_at, r.read_at
    from whatsapp.recipients r join whatsapp.broadcasts b on b.customer_account = r.customer_account and b.id = r.broadcast_id
    where r.customer_account = ${account} and r.msisdn = ${msisdn}`;
}

async function countRecords(trx: Trx, account: string, msisdn: string | null): Promise<SubjectRecordCount[]> {
  if (!msisdn) return [];
  const found: SubjectRecordCount[] = [];
  for (const name of names) {
    const counted = await row<{ count: number }>(
      trx,
      sql`select count(*)::int as count from (${query(name, account, msisdn)}) r`,
    );
    if (counted && counted.count > 0) found.push({ ...kinds[name], count: counted.count });
  }
  return found;
}

/** What the WhatsApp service has of one person, for archives and erasures. */
export function personHandlers({ db }: Database): Pick<Handlers<typeof whatsapp.calls>, keyof typeof personCalls> {
  return {
    async personCounts({ body }, { account }) {
      const data = await readAccount(db, account, (trx) => countRecords(trx, account, body.msisdn));
      return { status: 200, body: { data } };
    },

    async personData({ body: { msisdn } }, { account }) {
      const sections = await readAccount(db, account, async (trx) => {
        const found: SubjectDataSection[] = [];
        for (const name of msisdn ? names : []) {
          const asked = query(name, account, msisdn ?? "");
          const list = await rows<Record<string, unknown>>(trx, sql`${asked} limit ${maxRecords + 1}`);
          if (list.length > 0)
            found.push({ kind: kinds[name].kind, rows: list.slice(0, maxRecords), more: list.length > maxRecords });
        }
        return found;
      });
      return { status: 200, body: { sections } };
    },

    async erasePerson({ body: { msisdn } }, { account }) {
      const data = await inAccount(db, account, async (trx) => {
        if (!msisdn) return [];
        const busy = await row(
          trx,
          sql`select 1 as one from whatsapp.recipients where customer_account = ${account} and msisdn = ${msisdn}
            and state = 'sending' limit 1`,
        );
        if (busy) throw new HttpError(409, "A WhatsApp message to them is on its way. Try again in a minute.");
        const counted = await countRecords(trx, account, msisdn);
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
      });
      return { status: 200, body: { data } };
    },
  };
}
