import { sql } from "kysely";
import { texts } from "../../kit/rows";
import type { UnitOfWork } from "../workspace/unit-of-work";

/** The terms that a text is found by: lower case, without accents, numbers without their signs; short ones say nothing. */
export function searchTerms(text: string): string[] {
  const plain = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/(?<=\d)[\s()-]+(?=\d)/g, "");
  const found = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(found.filter((word) => word.length >= 2).map((word) => word.slice(0, 40)))].slice(0, 40);
}

type SearchedTicket = {
  id: number;
  subject: string;
  customer_name: string;
  customer_phone: string;
  customer_email: string;
};

/** Writes the terms that a ticket is found by. A Kenyan number is found as 07… and as 254…. */
export async function updateSearchTerms({ trx, account }: UnitOfWork, ticket: SearchedTicket): Promise<void> {
  const phone = ticket.customer_phone.replace(/\D/g, "");
  const numbers = phone.startsWith("254") ? [phone, `0${phone.slice(3)}`] : phone ? [phone] : [];
  const words = [
    ...new Set([...searchTerms(`${ticket.subject} ${ticket.customer_name} ${ticket.customer_email}`), ...numbers]),
  ];
  await sql`
    with gone as (
      delete from ticketing.search_terms where customer_account = ${account} and ticket_id = ${ticket.id}
        and word <> all(${texts(words)}))
    insert into ticketing.search_terms (customer_account, ticket_id, word)
    select ${account}, ${ticket.id}, word from unnest(${texts(words)}) as w (word)
    on conflict do nothing`.execute(trx);
}
