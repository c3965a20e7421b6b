import { sql } from "kysely";
import { brand } from "../../../rules/brand";
import { messageRow, messageSummary } from "../records/messages";
import type { UnitOfWork } from "../workspace/unit-of-work";

/** What a message answers, as it was when it was answered. */
export type Quote = { id: number; by: string; text: string };

/** What the network says of a message, with the words of the one that it answers (`reply_to`: the network's id). */
export async function withQuote(
  { trx, account }: UnitOfWork,
  inbox: number,
  meta: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (typeof meta.reply_to !== "string" || meta.reply_to === "") return meta;
  const found = await messageRow(trx, account, sql`m.inbox_id = ${inbox} and m.provider_id = ${meta.reply_to}`);
  if (!found || found.deleted_at) return meta;
  const by = found.author_name || (found.is_admin ? brand.name : "The customer");
  const quote: Quote = { id: found.id, by, text: messageSummary(found) };
  return { ...meta, quote };
}

/** A deleted message is quoted nowhere. */
export async function unquote({ trx, account }: UnitOfWork, message: { id: number }): Promise<void> {
  await sql`
    update chat.messages set meta = meta - 'quote' where customer_account = ${account} and contact_id in (
        select contact_id from chat.contacts where customer_account = ${account} and person_id = (
          select c.person_id from chat.messages m join chat.contacts c on c.customer_account = m.customer_account
            and c.contact_id = m.contact_id where m.customer_account = ${account} and m.id = ${message.id}))
      and meta -> 'quote' ->> 'id' = ${String(message.id)}`.execute(trx);
}
