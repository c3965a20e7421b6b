import { sql } from "kysely";
import { channelNames, channels } from "../../../rules/channels";
import { phoneSpellings } from "../../../rules/phone.spellings";
import type { Trx } from "../../kit/database";
import type { DataSubject } from "../../kit/person-data";
import { checkedRows, IdRow } from "../../kit/row-schema";
import { bigints, texts } from "../../kit/rows";

const byPhone = channelNames.filter((name) => channels[name].byPhone);

/** The customers that are one person, and every conversation of theirs. */
export type Theirs = { people: number[]; contacts: number[] };

/**
 * What every writing of the number has in it: the digits that all spellings end with, in their order, whatever stands
 * between them. To look for that first costs a fifth of taking the digits out of each number that is kept.
 */
function digitPattern(numbers: readonly string[]): string {
  const shortest = numbers.reduce((least, one) => (one.length < least.length ? one : least), numbers[0] ?? "");
  return `%${[...shortest].join("%")}%`;
}

const no = sql`false`;

/**
 * Who bears the number or the address, or writes from it, with everybody that an agent joined with them; and the
 * conversations of these, and others in which the number or the address was given.
 */
export async function findRecords(trx: Trx, account: string, { msisdn, email }: DataSubject): Promise<Theirs> {
  const numbers = msisdn ? phoneSpellings(msisdn) : [];
  // An id of another network may look like a number that is dialled at home: only the whole number counts there.
  const whole = msisdn?.replace(/\D/g, "") ?? null;
  const address = email?.toLowerCase() ?? null;
  const bears = (row: "p" | "c") => {
    const [number, mail] = [sql.ref(`${row}.msisdn`), sql.ref(`${row}.email`)];
    const theirNumber = sql`(${number} like ${digitPattern(numbers)}
      and regexp_replace(${number}, '\\D', '', 'g') = any(${texts(numbers)}))`;
    const theirAddress = sql`(${mail} <> '' and lower(btrim(${mail})) = ${address}::text)`;
    return sql`(${msisdn ? theirNumber : no} or ${address === null ? no : theirAddress})`;
  };
  const people = await checkedRows(
    trx,
    IdRow,
    sql`
    with hit as (
      select coalesce(p.merged_into, p.id) as root from chat.people p where p.customer_account = ${account} and ${bears("p")}
      union
      select coalesce(p.merged_into, p.id) from chat.identities d
      join chat.inboxes i on i.customer_account = d.customer_account and i.id = d.inbox_id
      join chat.people p on p.customer_account = d.customer_account and p.id = d.person_id
      where d.customer_account = ${account} and case
        when i.channel = any(${byPhone}::text[]) then ltrim(d.external_id, '+') = ${whole}::text
        when i.channel = 'email' then lower(d.external_id) = ${address}::text
        when i.channel in ('webchat', 'mobile') then lower(d.external_id) in ('u:' || ${address}::text, 'u:' || ${whole}::text, 'u:+' || ${whole}::text)
        else false end)
    select p.id from chat.people p
    where p.customer_account = ${account} and coalesce(p.merged_into, p.id) in (select root from hit) order by p.id`,
  );
  const ids = people.map(({ id }) => id);
  const contacts = await checkedRows(
    trx,
    IdRow,
    sql`
    select c.contact_id as id from chat.contacts c
    where c.customer_account = ${account} and (c.person_id = any(${bigints(ids)}) or ${bears("c")}) order by c.contact_id`,
  );
  return { people: ids, contacts: contacts.map(({ id }) => id) };
}
