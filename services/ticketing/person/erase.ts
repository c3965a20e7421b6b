import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import { eraseNotices } from "../../kit/notice-store";
import { checkedRows, IdRow } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { noticeKinds } from "../contract.notices";

const erased = "Erased";

/** @throws HttpError 409 while somebody works on one of them: their words would vanish under the agent's hands */
export async function mustBeDone(trx: Trx, account: string, ids: readonly number[]): Promise<void> {
  const [open] = await checkedRows(
    trx,
    IdRow,
    sql`
    select id from ticketing.tickets where customer_account = ${account} and id = any(${bigints(ids)})
      and status in ('new', 'open', 'pending') and deleted_at is null and merged_into is null order by id limit 1`,
  );
  if (open)
    throw new HttpError(
      409,
      `Ticket #${open.id} of this person is still open. Resolve or delete it, and erasing continues automatically.`,
    );
}

/**
 * Takes the person and every word out of tickets. Numbers, times, states and who answered stay, so that reports and
 * promises kept or broken remain what they were. Doing it twice changes nothing more.
 */
export async function eraseTickets(trx: Trx, account: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const their = bigints(ids);
  const here = sql`customer_account = ${account}`;
  await sql`select from ticketing.tickets where ${here} and id = any(${their}) order by id for update`.execute(trx);
  await sql`
    update ticketing.tickets set subject = ${erased}, description = '', customer_name = ${erased}, customer_phone = '',
      customer_email = '', customer_id = null, contact_id = null, form_key = null, cc = '{}', files_count = 0, version = version + 1
    where ${here} and id = any(${their})`.execute(trx);
  await sql`delete from ticketing.search_terms where ${here} and ticket_id = any(${their})`.execute(trx);
  await sql`
    update ticketing.comments set body = ${erased}, message_id = null, sender = '',
      author = case when author_kind = 'customer' then ${erased} else author end,
      author_id = case when author_kind = 'customer' then null else author_id end
    where ${here} and origin_id = any(${their})`.execute(trx);
  await sql`
    update ticketing.deliveries d set recipient = '', cc = '{}', reason = '' from ticketing.comments c
    where d.customer_account = ${account} and c.customer_account = d.customer_account and c.id = d.comment_id
      and c.origin_id = any(${their})`.execute(trx);
  await sql`
    update ticketing.items set name = ${erased}, description = '' where ${here} and ticket_id = any(${their})`.execute(
    trx,
  );
  await dropFiles(trx, account, ids);
  await eraseNotices(trx, account, { kinds: noticeKinds, ids }, `${erased} ticket`);
  await eraseHistory(trx, account, ids);
}

/** The rows of files; their bytes are the uploads service's to drop. A ticket that they were merged into loses them too. */
async function dropFiles(trx: Trx, account: string, ids: readonly number[]): Promise<void> {
  await sql`
    with gone as (
      delete from ticketing.files where customer_account = ${account} and origin_id = any(${bigints(ids)})
      returning ticket_id)
    update ticketing.tickets t set files_count = greatest(0, t.files_count - g.files)
    from (select ticket_id, count(*)::int as files from gone group by ticket_id) g
    where t.customer_account = ${account} and t.id = g.ticket_id and t.id <> all(${bigints(ids)})`.execute(trx);
}

/** Lines of history keep what was done; what was written in them goes, there and where the ticket was merged into. */
async function eraseHistory(trx: Trx, account: string, ids: readonly number[]): Promise<void> {
  const their = bigints(ids);
  await sql`
    update ticketing.history set before = null, after = null, words = case action
      when 'opened' then 'Opened'
      when 'file added' then 'Added a file'
      when 'file removed' then 'Took a file off'
      when 'copy' then 'The people on copy were changed'
      when 'item' then 'The checklist was changed'
      when 'merged' then regexp_replace(words, ':.*$', '')
      else upper(left(replace(coalesce(field, action), '_', ' '), 1)) || substr(replace(coalesce(field, action), '_', ' '), 2) || ' was changed'
      end
    where customer_account = ${account} and ticket_id = any(${their})
      and (action in ('opened', 'file added', 'file removed', 'copy', 'item', 'merged')
        or field in ('subject', 'description', 'customer_name', 'customer_phone', 'customer_email', 'customer_id', 'contact_id'))`.execute(
    trx,
  );
  await sql`
    update ticketing.history h set words = regexp_replace(h.words, ':.*$', '')
    from ticketing.merges m
    where m.customer_account = ${account} and m.source_id = any(${their})
      and h.customer_account = m.customer_account and h.ticket_id = m.target_id and h.action = 'merged'
      and h.words like '#' || m.source_id || ' %'`.execute(trx);
}
