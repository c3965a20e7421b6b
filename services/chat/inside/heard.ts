import { sql } from "kysely";
import { z } from "zod";
import { replyWindow } from "../../../rules/chat-channels";
import { phoneSpellings } from "../../../rules/phone.spellings";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { json, seconds, texts } from "../../kit/rows";
import type { Handlers } from "../../kit/serve";
import type { chat } from "../contract";
import type { heardCalls } from "../contract.heard";
import type { ChatContext } from "../workspace/context";

const HeardRow = z.object({ contact: z.string(), at: z.date() });

const ConversationRow = z.object({ contact_id: z.number(), last_customer_at: z.date().nullable() });

/** Who has written, whatever the channel: a conversation knows its people by number and by address. */
export function heardHandlers({ read, now }: ChatContext): Pick<Handlers<typeof chat.calls>, keyof typeof heardCalls> {
  return {
    async heardFrom({ body: { since, phones, emails } }, { account }) {
      const spellings = phones.flatMap((phone) =>
        [phone, ...phoneSpellings(phone)].map((spelling) => ({ phone, spelling })),
      );
      const found = await read(account, (trx) =>
        checkedRows(
          trx,
          HeardRow,
          sql`with known as (
              select g.phone as contact, coalesce(p.merged_into, p.id) as root
              from jsonb_to_recordset(${json(spellings)}) g (phone text, spelling text)
              join chat.people p on p.customer_account = ${account} and p.msisdn = g.spelling
              union
              select p.email_key, coalesce(p.merged_into, p.id) from chat.people p
              where p.customer_account = ${account} and p.email_key <> ''
                and p.email_key = any(${texts(emails.map((one) => one.toLowerCase()))})
            ), everyone as (
              select contact, root as person from known
              union
              select k.contact, p.id from known k
              join chat.people p on p.customer_account = ${account} and p.merged_into = k.root
            )
            select e.contact, max(m.at) as at from everyone e
            join chat.contacts c on c.customer_account = ${account} and c.person_id = e.person
            join chat.messages m on m.customer_account = c.customer_account and m.contact_id = c.contact_id
              and m.author = 'customer' and m.at > ${since}::timestamptz
              -- An absence note is no answer of the customer's.
              and m.meta ->> 'machine' is null
            group by e.contact`,
        ),
      );
      return { status: 200, body: { data: found.map(({ contact, at }) => ({ contact, at: at.toISOString() })) } };
    },

    async openConversation({ body: { msisdn } }, { account }) {
      const found = await read(account, (trx) =>
        checkedRow(
          trx,
          ConversationRow,
          // WhatsApp knows a customer by the digits of their number.
          sql`select contact_id, last_customer_at from chat.contacts
            where customer_account = ${account} and user_id = ${msisdn.replace(/^\+/, "")} and not ended
              and inbox_id in (select id from chat.inboxes where customer_account = ${account} and channel = 'whatsapp')
              and last_customer_at is not null
            order by last_customer_at desc limit 1`,
        ),
      );
      const window = found && replyWindow("whatsapp", seconds(found.last_customer_at), seconds(now()));
      if (!found || !window?.open) return { status: 200, body: { contact_id: null, until: null } };
      return { status: 200, body: { contact_id: found.contact_id, until: window.until } };
    },
  };
}
