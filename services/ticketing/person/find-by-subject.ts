import { type RawBuilder, sql } from "kysely";
import { phoneSpellings } from "../../../rules/phone.spellings";
import type { DataSubject } from "../../kit/person-data";
import { texts } from "../../kit/rows";

/**
 * The tickets `t` of a person: those that bear their number or address. A customer id is not enough, for a company's
 * people share it.
 */
export function subjectTickets(account: string, { msisdn, email }: DataSubject): RawBuilder<boolean> {
  const numbers = texts(msisdn ? phoneSpellings(msisdn) : []);
  return sql<boolean>`t.customer_account = ${account} and (
    (t.customer_phone <> '' and regexp_replace(t.customer_phone, '\\D', '', 'g') = any(${numbers}))
    or (t.customer_email <> '' and lower(btrim(t.customer_email)) = ${email?.toLowerCase() ?? null}))`;
}
