import { type RawBuilder, sql } from "kysely";
import type { DataSubject } from "../../kit/person-data";
import { texts } from "../../kit/rows";

/** A number as desks write it: with the country's code, from abroad, or as one dials it at home. */
export function spellings(msisdn: string): string[] {
  const digits = msisdn.replace(/\D/g, "");
  const national = digits.startsWith("254") ? digits.slice(3) : "";
  return [digits, `00${digits}`, ...(national ? [`0${national}`, national] : [])];
}

/**
 * The tickets `t` of a person: those that bear their number or address. A customer id is not enough, for a company's
 * people share it.
 */
export function subjectTickets(account: string, { msisdn, email }: DataSubject): RawBuilder<boolean> {
  const numbers = texts(msisdn ? spellings(msisdn) : []);
  return sql<boolean>`t.customer_account = ${account} and (
    (t.customer_phone <> '' and regexp_replace(t.customer_phone, '\\D', '', 'g') = any(${numbers}))
    or (t.customer_email <> '' and lower(btrim(t.customer_email)) = ${email?.toLowerCase() ?? null}))`;
}
