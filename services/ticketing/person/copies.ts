import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { eraseNotices } from "../../kit/notice-store";
import type { SubjectRecordCount } from "../../kit/person-data";
import { checkedRows, IdRow } from "../../kit/row-schema";
import { bigints, texts } from "../../kit/rows";
import { noticeKinds } from "../contract.notices";

/** What there is of a person on tickets of others: as somebody on copy of the mails, and what they wrote there. */
export const copyKinds = {
  copies: {
    kind: "Tickets of others with them on copy",
    outcome: "removed",
    why: "Their address goes; the ticket is its customer's.",
  },
  letters: {
    kind: "Comments they wrote on tickets of others",
    outcome: "anonymised",
    why: "The words and the address go; that a comment was there stays.",
  },
  letterFiles: { kind: "Files with those comments", outcome: "removed", why: "" },
} as const satisfies Record<string, Omit<SubjectRecordCount, "count">>;
export type CopyKind = keyof typeof copyKinds;

type OfOthers = { account: string; email: string /** The person's own tickets. */; own: readonly number[] };

const theirLetters = ({ account, email, own }: OfOthers) =>
  sql`c.customer_account = ${account} and c.sender <> '' and lower(c.sender) = ${email} and c.origin_id <> all(${bigints(own)})`;

export function copyQuery(kind: CopyKind, of: OfOthers): RawBuilder<unknown> {
  const { account, email, own } = of;
  if (kind === "copies")
    return sql`select t.id as ticket, t.created_at from ticketing.tickets t
      where t.customer_account = ${account} and t.id <> all(${bigints(own)}) and (t.cc @> ${texts([email])}
        or t.id in (select c.origin_id from ticketing.deliveries d
          join ticketing.comments c on c.customer_account = d.customer_account and c.id = d.comment_id
          where d.customer_account = ${account} and (d.cc @> ${texts([email])} or lower(d.recipient) = ${email})))
      order by t.id`;
  if (kind === "letters")
    return sql`select c.origin_id as ticket, c.kind, c.author, c.sender, c.body, c.at from ticketing.comments c
      where ${theirLetters(of)} order by c.id`;
  return sql`select f.origin_id as ticket, f.name, f.type, f.bytes, f.added_by, f.added_at, f.file_id
    from ticketing.files f join ticketing.comments c on c.customer_account = f.customer_account and c.id = f.comment_id
    where ${theirLetters(of)} order by f.id`;
}

const FileIdRow = z.object({ file_id: z.string() });

/** The uploads that came with what they wrote there. */
export async function letterFiles(trx: Trx, of: OfOthers): Promise<string[]> {
  const found = await checkedRows(
    trx,
    FileIdRow,
    sql`
    select f.file_id from ticketing.files f
    join ticketing.comments c on c.customer_account = f.customer_account and c.id = f.comment_id
    where ${theirLetters(of)} and f.file_id is not null and f.file_account is null`,
  );
  return found.map(({ file_id }) => file_id);
}

/**
 * Takes a person off the tickets of others: nobody mails them any more, and nothing says that they were there. The
 * tickets stay as they are, open ones too: they are somebody else's. Doing it twice changes nothing more.
 */
export async function eraseCopies(trx: Trx, of: OfOthers): Promise<void> {
  const { account, email } = of;
  const here = sql`customer_account = ${account}`;
  await sql`
    update ticketing.tickets set cc = array_remove(cc, ${email}), version = version + 1
    where ${here} and cc @> ${texts([email])}`.execute(trx);
  await sql`
    update ticketing.deliveries set cc = array_remove(cc, ${email}),
      recipient = case when lower(recipient) = ${email} then '' else recipient end,
      reason = case when strpos(lower(reason), ${email}) > 0 then '' else reason end
    where ${here} and (cc @> ${texts([email])} or lower(recipient) = ${email} or strpos(lower(reason), ${email}) > 0)`.execute(
    trx,
  );
  await sql`
    update ticketing.history set words = 'The people on copy were changed'
    where ${here} and action = 'copy' and words in (${`Put ${email} on copy`}, ${`Took ${email} off copy`})`.execute(
    trx,
  );
  const letters = await checkedRows(trx, IdRow, sql`select c.id from ticketing.comments c where ${theirLetters(of)}`);
  const ids = letters.map(({ id }) => id);
  if (ids.length === 0) return;
  await sql`
    with gone as (
      delete from ticketing.files where ${here} and comment_id = any(${bigints(ids)}) returning ticket_id, origin_id, name),
    told as (
      update ticketing.history h set before = null, after = null,
        words = case action when 'file added' then 'Added a file' else 'Took a file off' end
      from gone g where h.customer_account = ${account} and h.ticket_id in (g.ticket_id, g.origin_id)
        and h.action in ('file added', 'file removed') and g.name <> '' and strpos(h.words, g.name) > 0)
    update ticketing.tickets t set files_count = greatest(0, t.files_count - g.files)
    from (select ticket_id, count(*)::int as files from gone group by ticket_id) g
    where t.customer_account = ${account} and t.id = g.ticket_id`.execute(trx);
  await sql`
    update ticketing.comments set body = 'Erased', author = 'Erased', sender = '', message_id = null
    where ${here} and id = any(${bigints(ids)})`.execute(trx);
  await eraseNotices(trx, account, { kinds: noticeKinds, keys: ids.map((id) => `comment:${id}`) }, "Erased comment");
}
