import { sql } from "kysely";
import { z } from "zod";
import { type CustomerAddresses, CustomerEvent, type customerCalls } from "../../kit/contract.customer";
import { type EventRange, eventInstant, inRange, newestEvents } from "../../kit/customer";
import { type Database, readAccount, type Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { texts } from "../../kit/rows";
import type { Handlers } from "../../kit/serve";
import type { email } from "../contract";

/** What e-mail has of one customer: the mails to their addresses and what came of them. */
export function customerHandlers({
  db,
}: Database): Pick<Handlers<typeof email.calls>, keyof ReturnType<typeof customerCalls>> {
  return {
    async customer({ query }, { account }) {
      const suppressed = await readAccount(db, account, (trx) => listSuppressed(trx, account, query));
      const facts = suppressed.map(({ address, list, source }) => ({
        label: "Email",
        value:
          list === "" ? `No mails to ${address}: ${source}` : `No mails of the list ${list} to ${address}: ${source}`,
      }));
      return { status: 200, body: { names: [], phones: [], emails: [], facts, tasks: [] } };
    },
    async customerEvents({ query }, { account }) {
      const sources = await readAccount(db, account, (trx) =>
        Promise.all([
          listMails(trx, account, query, query, "sent_at"),
          listMails(trx, account, query, query, "bounced_at"),
          listMails(trx, account, query, query, "unsubscribed_at"),
        ]),
      );
      return { status: 200, body: newestEvents(sources, query) };
    },
  };
}

const SuppressedRow = z.object({ address: z.string(), list: z.string(), source: z.string() });

function listSuppressed(
  trx: Trx,
  account: string,
  { emails }: CustomerAddresses,
): Promise<{ address: string; list: string; source: string }[]> {
  return checkedRows(
    trx,
    SuppressedRow,
    sql`select s.address, coalesce(l.name, '') as list, s.source from email.suppressions s
      left join email.lists l on l.customer_account = s.customer_account and l.id = s.list_id
      where s.customer_account = ${account} and s.address = any(${texts(emails)})
        and (s.expires_at is null or s.expires_at > now()) order by s.list_id nulls first`,
  );
}

const kinds = { sent_at: "mail sent", bounced_at: "mail bounced", unsubscribed_at: "unsubscribed" } as const;

/** The mails to them by when they were sent, came back or made the reader unsubscribe. */
function listMails(
  trx: Trx,
  account: string,
  { emails }: CustomerAddresses,
  range: EventRange,
  column: keyof typeof kinds,
): Promise<CustomerEvent[]> {
  const at = sql.ref(`r.${column}`);
  return checkedRows(
    trx,
    CustomerEvent,
    sql`select ${eventInstant(at)} as at, ${kinds[column]} as kind, r.mailing_id as record, m.subject as title,
        ${column === "bounced_at" ? sql`r.reason` : sql`''`} as text, r.status as state, '' as by
      from email.recipients r
      join email.mailings m on m.customer_account = r.customer_account and m.id = r.mailing_id
      where r.customer_account = ${account} and r.address = any(${texts(emails)}) and ${at} is not null
        and ${inRange(at, range)}
      order by ${at} desc limit ${range.limit + 1}`,
  );
}
