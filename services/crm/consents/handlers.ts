import { sql } from "kysely";
import { z } from "zod";
import { pointKey, pointRecordKinds } from "../../../rules/contact-points";
import { type Database, readAccount, type Trx } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { texts } from "../../kit/rows";
import { type Handlers, HttpError } from "../../kit/serve";
import type { crm } from "../contract";
import type { ContactConsent, consentCalls } from "../contract.consents";
import type { CrmDeps } from "../deps";
import { listPoints } from "../points/store";
import { mustMay } from "../records/actor";

/** The consents of leads and contacts: what the senders obey, asked of them, and what was said, from the log of all. */
export function consentHandlers(
  { db }: Database,
  deps: CrmDeps,
): Pick<Handlers<typeof crm.calls>, keyof typeof consentCalls> {
  return {
    async contactConsents({ params: { id } }, caller) {
      const { account } = caller;
      const { contacts, last } = await readAccount(db, account, async (trx) => {
        const record = await loadReached(trx, account, id);
        mustMay(caller, record.kind);
        const further = (await listPoints(trx, account, [id])).map(({ value }) => pointKey(value));
        const own = [record.phone, record.email].filter((value) => value !== "").map(pointKey);
        const found = [...new Set([...own, ...further])];
        return { contacts: found, last: await listLastSaid(trx, account, found) };
      });
      const [optedOut, marketing] = await Promise.all([
        findOptedOut(deps, account, contacts),
        findMarketing(deps, account, contacts),
      ]);
      const data = contacts.map((contact) => ({
        contact,
        opted_out: optedOut(contact),
        whatsapp_marketing: marketing(contact),
        last: last.get(contact) ?? null,
      }));
      return { status: 200, body: { data } };
    },
  };
}

const Reached = z.object({ kind: z.enum(pointRecordKinds), phone: z.string(), email: z.string() });

/** @throws HttpError 404 */
async function loadReached(trx: Trx, account: string, id: number): Promise<z.infer<typeof Reached>> {
  const found = await checkedRow(
    trx,
    Reached,
    sql`select kind, phone, email from crm.records
      where customer_account = ${account} and id = ${id} and kind = any(${texts(pointRecordKinds)})`,
  );
  if (!found) throw new HttpError(404, "There is no such lead or contact.");
  return found;
}

const LastSaid = z.object({
  contact: z.string(),
  change: z.enum(["in", "out"]),
  source: z.string(),
  by: z.string(),
  at: z.date(),
});

/** What was last said about each of these, on whatever channel. */
async function listLastSaid(
  trx: Trx,
  account: string,
  contacts: readonly string[],
): Promise<Map<string, NonNullable<ContactConsent["last"]>>> {
  if (contacts.length === 0) return new Map();
  const found = await checkedRows(
    trx,
    LastSaid,
    sql`select distinct on (contact) contact, change, source, by, at from events.consents
      where customer_account = ${account} and contact = any(${texts(contacts)})
      order by contact, at desc, id desc`,
  );
  return new Map(found.map(({ contact, at, ...said }) => [contact, { ...said, at: at.toISOString() }]));
}

/** Whether a number or an address gets no messages, by those who send them; null where they do not answer. */
async function findOptedOut(
  deps: CrmDeps,
  account: string,
  contacts: readonly string[],
): Promise<(contact: string) => boolean | null> {
  const { messaging, email } = deps.clientsOfAccount(account);
  const msisdns = contacts.filter((one) => one.startsWith("+"));
  const addresses = contacts.filter((one) => one.includes("@"));
  const [numbers, mails] = await Promise.all([
    msisdns.length === 0 ? undefined : messaging.optedOut({ body: { msisdns } }),
    addresses.length === 0 ? undefined : email.mailTerms({ body: { addresses } }),
  ]);
  const out = numbers?.status === 200 ? new Set(numbers.body.msisdns) : undefined;
  const suppressed =
    mails?.status === 200 ? new Set(mails.body.suppressed.map((address) => address.toLowerCase())) : undefined;
  return (contact) => (contact.includes("@") ? suppressed : out)?.has(contact) ?? null;
}

type Marketing = ContactConsent["whatsapp_marketing"];

/** Whether a number gets no marketing on WhatsApp, by the service that sends it; not known where it does not answer. */
async function findMarketing(
  deps: CrmDeps,
  account: string,
  contacts: readonly string[],
): Promise<(contact: string) => Marketing> {
  const msisdns = contacts.filter((one) => one.startsWith("+"));
  if (msisdns.length === 0) return () => null;
  const answer = await deps.clientsOfAccount(account).whatsapp.marketingOptOuts({ body: { msisdns } });
  const known = answer.status === 200 ? new Map(answer.body.data.map((one) => [one.msisdn, one])) : undefined;
  return (contact) => {
    if (contact.includes("@")) return null;
    const out = known?.get(contact);
    return { opted_out: known ? out !== undefined : null, source: out?.source ?? "", at: out?.at ?? null };
  };
}
