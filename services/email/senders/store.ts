import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { encrypt } from "../../kit/encryption";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { hasRows, json } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { type DnsRecord, Domain, FromAddress } from "../contract.schemas";
import { wantedRecords } from "./dns";

export const noDomain = "There is no such domain.";
export const noSender = "There is no such address.";
/** What the private keys are encrypted for, and what binds one to its row. */
export const keyPurpose = "dkim key";
export const keyBound = (account: string, domain: string) => `${account} ${domain}`;

const mostDomains = 20;
const mostSenders = 100;

const DomainRow = Domain.extend({
  selector: z.string(),
  public_key: z.string(),
  checked_at: z.date().nullable(),
  created_at: z.date(),
});
export type DomainRow = z.infer<typeof DomainRow>;
const columns = sql.raw("id, domain, selector, public_key, records, proved, checked_at, created_at");

export function shownDomain({ id, domain, proved, records, checked_at, created_at }: DomainRow): Domain {
  return {
    ...{ id, domain, proved, records },
    checked_at: checked_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}

export async function listDomains(trx: Trx, account: string): Promise<DomainRow[]> {
  return checkedRows(
    trx,
    DomainRow,
    sql`
    select ${columns} from email.domains where customer_account = ${account} order by domain`,
  );
}

/** @throws HttpError 404 */
export async function loadDomain(trx: Trx, account: string, id: number): Promise<DomainRow> {
  const row = await checkedRow(
    trx,
    DomainRow,
    sql`
    select ${columns} from email.domains where customer_account = ${account} and id = ${id}`,
  );
  if (!row) throw new HttpError(404, noDomain);
  return row;
}

type Keys = { privateKey: string; publicKey: string };

/** @throws HttpError 422 when the account has it already, or too many */
export async function insertDomain(
  trx: Trx,
  account: string,
  domain: string,
  { keys, secret, bounceDomain }: { keys: Keys; secret: string; bounceDomain: string },
): Promise<DomainRow> {
  const known = await listDomains(trx, account);
  const refused = (words: string) => new HttpError(422, words, { domain: [words] });
  if (known.some((one) => one.domain === domain)) throw refused(`${domain} was added already.`);
  if (known.length >= mostDomains) throw refused(`An account has at most ${mostDomains} domains.`);
  const selector = `j${randomBytes(4).toString("hex")}`;
  const sealed = encrypt(secret, keyPurpose, keyBound(account, domain), keys.privateKey);
  const records = wantedRecords({ domain, selector, public_key: keys.publicKey }, bounceDomain);
  const row = await checkedRow(
    trx,
    DomainRow,
    sql`
    insert into email.domains (customer_account, domain, selector, public_key, private_key, records)
    values (${account}, ${domain}, ${selector}, ${keys.publicKey}, ${sealed}, ${json(records)})
    on conflict (customer_account, domain) do nothing returning ${columns}`,
  );
  if (!row) throw refused(`${domain} was added already.`);
  return row;
}

export async function updateChecked(
  trx: Trx,
  account: string,
  id: number,
  { records, proved }: { records: DnsRecord[]; proved: boolean },
): Promise<DomainRow> {
  const row = await checkedRow(
    trx,
    DomainRow,
    sql`
    update email.domains set records = ${json(records)}, proved = ${proved}, checked_at = now()
    where customer_account = ${account} and id = ${id} returning ${columns}`,
  );
  if (!row) throw new HttpError(404, noDomain);
  return row;
}

/** @throws HttpError 404, 409 while something is being sent from it */
export async function deleteDomain(trx: Trx, account: string, id: number): Promise<DomainRow> {
  const row = await loadDomain(trx, account, id);
  const found = await hasRows(
    trx,
    sql`
    select from email.mailings where customer_account = ${account} and domain_id = ${id}
      and status in ('scheduled', 'sending', 'paused') limit 1`,
  );
  if (found)
    throw new HttpError(
      409,
      `Emails from ${row.domain} are still to be sent. Cancel them first, or wait until they are sent.`,
    );
  await sql`delete from email.domains where customer_account = ${account} and id = ${id}`.execute(trx);
  return row;
}

export async function listSenders(trx: Trx, account: string): Promise<FromAddress[]> {
  return checkedRows(
    trx,
    FromAddress,
    sql`
    select s.id, s.name, s.address, s.reply_to, d.proved as usable from email.senders s
    join email.domains d on d.customer_account = s.customer_account and d.id = s.domain_id
    where s.customer_account = ${account} order by d.proved desc, s.address`,
  );
}

const NewSender = FromAddress.omit({ usable: true });

/** @throws HttpError 422 when its domain is not the account's, it is there already, or there are too many */
export async function insertSender(
  trx: Trx,
  account: string,
  { name, address, reply_to }: Omit<FromAddress, "id" | "usable">,
): Promise<FromAddress> {
  const refused = (words: string) => new HttpError(422, words, { address: [words] });
  const host = address.split("@")[1] ?? "";
  const domain = (await listDomains(trx, account)).find((one) => one.domain === host);
  if (!domain) throw refused(`Add the domain ${host} first: emails can only come from a domain of your own.`);
  if ((await listSenders(trx, account)).length >= mostSenders)
    throw refused(`An account has at most ${mostSenders} addresses.`);
  const row = await checkedRow(
    trx,
    NewSender,
    sql`
    insert into email.senders (customer_account, domain_id, address, name, reply_to)
    values (${account}, ${domain.id}, ${address}, ${name}, ${reply_to})
    on conflict (customer_account, address) do nothing returning id, name, address, reply_to`,
  );
  if (!row) throw refused(`${address} was added already.`);
  return { ...row, usable: domain.proved };
}

/** @throws HttpError 404 */
export async function deleteSender(trx: Trx, account: string, id: number): Promise<FromAddress> {
  const row = await checkedRow(
    trx,
    NewSender,
    sql`
    delete from email.senders where customer_account = ${account} and id = ${id} returning id, name, address, reply_to`,
  );
  if (!row) throw new HttpError(404, noSender);
  return { ...row, usable: false };
}

const UsableSenderRow = z.object({ name: z.string(), reply_to: z.string(), domain_id: z.number() });

/** Whom a mail comes from: an address whose domain is proved. @throws HttpError 422 */
export async function loadUsableSender(trx: Trx, account: string, address: string) {
  const row = await checkedRow(
    trx,
    UsableSenderRow,
    sql`
    select s.name, s.reply_to, s.domain_id from email.senders s
    join email.domains d on d.customer_account = s.customer_account and d.id = s.domain_id
    where s.customer_account = ${account} and s.address = ${address} and d.proved`,
  );
  if (!row)
    throw new HttpError(422, "Please correct the marked fields.", {
      sender: ["Choose an address at a domain whose DNS records were found."],
    });
  return row;
}
