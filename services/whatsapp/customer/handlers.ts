import { sql } from "kysely";
import { z } from "zod";
import { type CustomerAddresses, CustomerEvent, type customerCalls } from "../../kit/contract.customer";
import { type EventRange, eventInstant, inRange, newestEvents } from "../../kit/customer";
import { type Database, readAccount, type Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { texts } from "../../kit/rows";
import type { Handlers } from "../../kit/serve";
import type { whatsapp } from "../contract";

/** What WhatsApp for a business has of one customer: the broadcasts to them. What they write is a conversation of Chat. */
export function customerHandlers({
  db,
}: Database): Pick<Handlers<typeof whatsapp.calls>, keyof ReturnType<typeof customerCalls>> {
  return {
    async customer({ query }, { account }) {
      const optedOut = await readAccount(db, account, (trx) => listOptOuts(trx, account, query));
      const facts = optedOut.map(({ msisdn }) => ({ label: "WhatsApp", value: `No marketing to ${msisdn}` }));
      return { status: 200, body: { names: [], phones: [], emails: [], facts, tasks: [] } };
    },
    async customerEvents({ query }, { account }) {
      const sent = await readAccount(db, account, (trx) => listBroadcasts(trx, account, query, query));
      return { status: 200, body: newestEvents([sent], query) };
    },
  };
}

const MsisdnRow = z.object({ msisdn: z.string() });

function listOptOuts(trx: Trx, account: string, { phones }: CustomerAddresses): Promise<{ msisdn: string }[]> {
  return checkedRows(
    trx,
    MsisdnRow,
    sql`select msisdn from whatsapp.opt_outs
      where customer_account = ${account} and msisdn = any(${texts(phones)}) order by msisdn`,
  );
}

/** The broadcasts that were handed to WhatsApp for them. */
function listBroadcasts(
  trx: Trx,
  account: string,
  { phones }: CustomerAddresses,
  range: EventRange,
): Promise<CustomerEvent[]> {
  const at = sql`coalesce(r.sent_at, r.tried_at)`;
  return checkedRows(
    trx,
    CustomerEvent,
    sql`select ${eventInstant(at)} as at, 'broadcast sent' as kind, b.id as record,
        coalesce(nullif(b.name, ''), b.template_name) as title, r.reason as text, r.state, b.created_by as by
      from whatsapp.recipients r
      join whatsapp.broadcasts b on b.customer_account = r.customer_account and b.id = r.broadcast_id
      where r.customer_account = ${account} and r.msisdn = any(${texts(phones)}) and r.tried_at is not null
        and ${inRange(at, range)}
      order by ${at} desc limit ${range.limit + 1}`,
  );
}
