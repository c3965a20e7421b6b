import { sql } from "kysely";
import type { Trx } from "../services/kit/database";

const comments = [
  "Quick and kind, thank you",
  "Asante sana, nimesaidika",
  "It took a while, but she found my order",
  "I had to explain it twice",
  "Good service",
];

/** What customers wrote beside their stars, and the tickets that agents of Savanna opened from conversations. */
export async function fillChatReports(trx: Trx, account: string): Promise<void> {
  await sql`
    update chat.contacts set rating_note = (${comments}::text[])[1 + (contact_id / 2) % 5]
    where customer_account = ${account} and rating is not null and contact_id % 3 = 0`.execute(trx);
  // Of a ticket and a conversation of about the same time: the ticket was opened when the conversation had begun.
  await sql`
    update ticketing.tickets t set source = 'Chats', contact_id = c.contact_id::text from (
      select distinct on (one.contact_id) one.contact_id, other.id from chat.contacts one
        join ticketing.tickets other on other.customer_account = one.customer_account
          and other.created_at between one.created_at and one.created_at + interval '6 hours' and other.contact_id is null
      where one.customer_account = ${account} and one.ended order by one.contact_id, other.created_at) c
    where t.customer_account = ${account} and t.id = c.id`.execute(trx);
}
