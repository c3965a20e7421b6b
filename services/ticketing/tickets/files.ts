import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRows, IdRow } from "../../kit/row-schema";
import { json } from "../../kit/rows";
import type { StoredFile } from "../../uploads/contract";
import { TicketFile } from "../contract.schemas";
import type { TicketingUpstreams } from "../deps";
import { remember } from "../records/history";
import { touch } from "../records/lock";
import type { UnitOfWork } from "../workspace/unit-of-work";

const FileRow = TicketFile.extend({
  added_at: z.date(),
  file_id: z.string().nullable(),
  url: z.string(),
});
export type FileRow = z.infer<typeof FileRow>;

export function filesOn(trx: Trx, account: string, ticket: number): Promise<FileRow[]> {
  return checkedRows(
    trx,
    FileRow,
    sql`
    select id, name, url, type, bytes, added_by, added_at, comment_id, item_id, origin_id, file_id from ticketing.files
    where customer_account = ${account} and ticket_id = ${ticket} order by id`,
    { batched: true },
  );
}

/** With a link that is good for an hour where the uploads service keeps it. */
export function shownFile({ file_id, ...file }: FileRow, links: ReadonlyMap<string, string>): TicketFile {
  return { ...file, url: (file_id && links.get(file_id)) || file.url, added_at: file.added_at.toISOString() };
}

/** Fresh links to the files of tickets, by the upload's id. Without the uploads service there are none. */
export async function loadLinks(
  upstreams: TicketingUpstreams,
  tickets: readonly number[],
): Promise<Map<string, string>> {
  const answers = await Promise.all(
    [...new Set(tickets)]
      .slice(0, 50)
      .map((id) => upstreams.uploads.filesOf({ query: { subject: "ticket", subject_id: String(id) } })),
  );
  return new Map(
    answers.flatMap((answer) =>
      answer.status === 200 ? answer.body.files.map((file) => [file.id, file.url] as const) : [],
    ),
  );
}

/** Links to uploads of other accounts, which came with the issues that they reported. */
export async function linksElsewhere(
  clientsOfAccount: (account: string) => TicketingUpstreams,
  files: readonly { file_id: string; file_account: string }[],
): Promise<Map<string, string>> {
  const links = await Promise.all(
    files.slice(0, 200).map(async ({ file_id, file_account }) => {
      const query = { seconds: 3600, open: true };
      const answer = await clientsOfAccount(file_account).uploads.link({ params: { id: file_id }, query });
      return answer.status === 200 ? [[file_id, answer.body.url] as const] : [];
    }),
  );
  return new Map(links.flat());
}

type Beside = { comment?: number; item?: number };

/** Files that are bound to the ticket by now. */
export async function addFiles(
  unit: UnitOfWork,
  ticket: number,
  files: readonly StoredFile[],
  beside: Beside = {},
): Promise<number[]> {
  if (files.length === 0) return [];
  const { trx, account, by, now } = unit;
  const given = files.map(({ id, name, type, bytes }) => ({ file_id: id, name, type, bytes }));
  const added = await checkedRows(
    trx,
    IdRow,
    sql`
    insert into ticketing.files (customer_account, ticket_id, origin_id, comment_id, item_id, file_id, name, type, bytes,
      added_by, added_at)
    select ${account}, ${ticket}, ${ticket}, ${beside.comment ?? null}, ${beside.item ?? null}, file_id, name, type, bytes,
      ${by.name}, ${now}
    from jsonb_to_recordset(${json(given)}) as x (file_id uuid, name text, type text, bytes bigint) returning id`,
  );
  await sql`
    update ticketing.tickets set files_count = files_count + ${added.length}
    where customer_account = ${account} and id = ${ticket}`.execute(trx);
  await remember(unit, ticket, await touch(unit, ticket), [
    { action: "file added", words: `Added ${files.map(({ name }) => name).join(", ")}` },
  ]);
  return added.map(({ id }) => id);
}

const TicketIdentifiedRow = z.object({ ticket_id: z.number(), name: z.string() });

/** Takes a file off its ticket. Answers the ticket, or undefined when there is no such file. */
export async function removeFile(unit: UnitOfWork, id: number): Promise<number | undefined> {
  const { trx, account } = unit;
  const [gone] = await checkedRows(
    trx,
    TicketIdentifiedRow,
    sql`
    delete from ticketing.files where customer_account = ${account} and id = ${id} returning ticket_id, name`,
  );
  if (!gone) return undefined;
  await sql`
    update ticketing.tickets set files_count = greatest(0, files_count - 1)
    where customer_account = ${account} and id = ${gone.ticket_id}`.execute(trx);
  await remember(unit, gone.ticket_id, await touch(unit, gone.ticket_id), [
    { action: "file removed", words: `Took ${gone.name} off` },
  ]);
  return gone.ticket_id;
}
