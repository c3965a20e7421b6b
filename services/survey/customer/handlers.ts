import { sql } from "kysely";
import type { CustomerAddresses, CustomerEvent, customerCalls } from "../../kit/contract.customer";
import { type EventRange, eventInstant, inRange, newestEvents } from "../../kit/customer";
import { type Database, readAccount, type Trx } from "../../kit/database";
import { rows, texts } from "../../kit/rows";
import type { Handlers } from "../../kit/serve";
import type { survey } from "../contract";

/** What surveys have of one customer: those they were asked. Answers on the web are nobody's in particular. */
export function customerHandlers({
  db,
}: Database): Pick<Handlers<typeof survey.calls>, keyof ReturnType<typeof customerCalls>> {
  return {
    async customer() {
      return { status: 200, body: { names: [], phones: [], emails: [], facts: [], tasks: [] } };
    },
    async customerEvents({ query }, { account }) {
      const asked = await readAccount(db, account, (trx) => listSessions(trx, account, query, query));
      return { status: 200, body: newestEvents([asked], query) };
    },
  };
}

/** Their sessions, by when they ended or, while they are open, began. */
function listSessions(
  trx: Trx,
  account: string,
  { phones }: CustomerAddresses,
  range: EventRange,
): Promise<CustomerEvent[]> {
  const at = sql`coalesce(s.ended_at, s.begun_at)`;
  return rows<CustomerEvent>(
    trx,
    sql`select ${eventInstant(at)} as at, 'survey' as kind, s.id as record, v.title, '' as text,
        s.disposition as state, '' as by, v.uuid as parent
      from survey.sessions s
      join survey.surveys v on v.customer_account = s.customer_account and v.id = s.survey_id
      where s.customer_account = ${account} and s.msisdn = any(${texts(phones)}) and s.msisdn <> ''
        and not s.dry_run
        and ${inRange(at, range)}
      order by ${at} desc limit ${range.limit + 1}`,
  );
}
