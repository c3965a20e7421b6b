import { sql } from "kysely";
import { z } from "zod";
import { isDone } from "../../../rules/ticket-labels";
import type { Trx } from "../../kit/database";
import { byNumber } from "../../kit/ordering";
import { type PageQuery, pageOfRows } from "../../kit/paging";
import { checkedRow, checkedRows, IdRow, UserIdRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { loadDeliveries, queueDelivery } from "../answers/queue";
import { recalculateClocks } from "../clocks/recalculate";
import type { Delivery } from "../contract.answers";
import type { CommentForm } from "../contract.forms";
import { Comment } from "../contract.schemas";
import { notify } from "../notices/notify";
import { tellReporterLater } from "../notices/reporter";
import { lockTicket, touch } from "../records/lock";
import type { TicketRow } from "../records/tickets";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { applyChange } from "./apply";
import { type FileRow, filesOn, shownFile } from "./files";

type Form = z.output<typeof CommentForm>;

const MergedIntoRow = z.object({ merged_into: z.number().nullable() });

/** Where a message to a ticket lands: the last of a chain of merges. A broken chain keeps it on the source. */
export async function landing(trx: Trx, account: string, id: number): Promise<number> {
  const seen = new Set<number>();
  let at = id;
  for (let hop = 0; hop <= 10; hop++) {
    if (seen.has(at)) return id;
    seen.add(at);
    const found = await checkedRow(
      trx,
      MergedIntoRow,
      sql`select merged_into from ticketing.tickets where customer_account = ${account} and id = ${at}`,
    );
    if (!found) return id;
    if (found.merged_into === null) return at;
    at = found.merged_into;
  }
  return id;
}

/** `writer`: who wrote it, when that is not the ticket's customer. `files`: how many are bound to it afterwards. */
type Beside = { writer?: { author: string; sender: string }; files?: number };

const NewComment = z.object({ id: z.number(), ticket: z.number() });

/** Written on a ticket, or on the one it was merged into; a message that came before is not written again. */
export async function addComment(
  unit: UnitOfWork,
  asked: number,
  form: Form,
  { writer, files = 0 }: Beside = {},
): Promise<{ id: number; ticket: number; fresh: boolean }> {
  const { trx, account, now, by } = unit;
  if (form.message_id) {
    const known = await checkedRow(
      trx,
      NewComment,
      sql`
      select id, ticket_id as ticket from ticketing.comments
      where customer_account = ${account} and message_id = ${form.message_id}`,
    );
    if (known) return { ...known, fresh: false };
  }
  const id = await landing(trx, account, asked);
  const ticket = await lockTicket(unit, id, { gone: true });
  if (ticket.deleted_at) throw new HttpError(409, "This ticket was deleted. Restore to change it.");
  await mustBeSeen(unit, ticket, form);
  const fromCustomer = form.author_kind === "customer";
  const author = writer?.author ?? (fromCustomer ? ticket.customer_name || "Customer" : by.name);
  const kind = by.kind === "staff" || by.kind === "customer" ? form.kind : "note";
  const author_kind = by.kind === "automation" ? "automation" : by.kind === "system" ? "system" : form.author_kind;
  const made = await checkedRow(
    trx,
    IdRow,
    sql`
    insert into ticketing.comments (customer_account, ticket_id, origin_id, kind, author_kind, author_id, author, body,
      automatic, message_id, sender, at)
    values (${account}, ${id}, ${asked}, ${kind}, ${author_kind}, ${fromCustomer ? null : by.id}, ${author}, ${form.body},
      ${form.automatic}, ${form.message_id || null}, ${writer?.sender ?? ""}, ${now})
    on conflict do nothing returning id`,
  );
  if (!made) return addComment(unit, asked, form, { ...(writer ? { writer } : {}), files });
  await sql`
    update ticketing.tickets set comments = comments + 1 where customer_account = ${account} and id = ${id}`.execute(
    trx,
  );
  await touch(unit, id);
  if (kind === "public" && !form.automatic)
    await (fromCustomer ? customerSpoke(unit, ticket) : staffAnswered(unit, ticket));
  if (kind === "public" && by.kind === "staff" && !fromCustomer && !form.automatic)
    await answer(unit, ticket, made.id, { reply_by: form.reply_by, files });
  await tell(unit, ticket, { id: made.id, fromCustomer, author, kind, body: form.body });
  if (kind !== "note" && !form.automatic)
    await unit.wake(
      unit,
      id,
      [fromCustomer ? "customer replied" : kind === "internal" ? "internal comment" : "staff replied"],
      form.body,
    );
  return { id: made.id, ticket: id, fresh: true };
}

/** A person's public words go to the customer, and to whoever reported the issue. */
async function answer(
  unit: UnitOfWork,
  ticket: TicketRow,
  comment: number,
  asked: Parameters<typeof queueDelivery>[3],
) {
  await queueDelivery(unit, ticket, comment, asked);
  if (ticket.reported_account) await tellReporterLater(unit, ticket.id, { comment });
}

const UnseenComment = z.object({ by: z.string(), words: z.string() });

/** Who writes under what they read must have read it. @throws HttpError 409 naming what others did since */
async function mustBeSeen(
  { trx, account, by }: UnitOfWork,
  ticket: TicketRow,
  { version, newest_comment }: Form,
): Promise<void> {
  if (version === undefined || version >= ticket.version || by.id === null) return;
  const since = await checkedRows(
    trx,
    UnseenComment,
    sql`
    (select by, words from ticketing.history where customer_account = ${account} and ticket_id = ${ticket.id}
      and version > ${version} and by_id is distinct from ${by.id} order by id)
    union all
    (select author, 'a new comment' from ticketing.comments where customer_account = ${account} and ticket_id = ${ticket.id}
      and id > ${newest_comment ?? null}::bigint and author_id is distinct from ${by.id} and kind <> 'note' order by id)`,
  );
  if (since.length === 0) return;
  const told = since.slice(0, 3).map((one) => `${one.by}: ${one.words}`);
  const more = since.length > told.length ? [`and ${since.length - told.length} more`] : [];
  const words = `This ticket changed while you wrote. ${[...told, ...more].join("; ")}. Check it, then add your comment again.`;
  throw new HttpError(409, words);
}

/** A first public answer of a person stops the response clock; a later one the next. */
async function staffAnswered(unit: UnitOfWork, ticket: TicketRow): Promise<void> {
  const { trx, account, now } = unit;
  await sql`
    update ticketing.tickets set first_response_at = coalesce(first_response_at, ${now}), waiting_since = null
    where customer_account = ${account} and id = ${ticket.id}`.execute(trx);
  if (ticket.status === "new") await applyChange(unit, ticket.id, { status: "open" });
  else await recalculateClocks(trx, account, ticket.id, now);
}

/** A customer's message opens what was done or pending; a second one does not move the next due time. */
async function customerSpoke(unit: UnitOfWork, ticket: TicketRow): Promise<void> {
  const { trx, account, now } = unit;
  const again = isDone(ticket.status);
  if (again || ticket.status === "pending") await applyChange(unit, ticket.id, { status: "open" });
  await sql`
    update ticketing.tickets set waiting_since = coalesce(waiting_since, ${now})
    where customer_account = ${account} and id = ${ticket.id}
      and (first_response_at is not null or (not from_customer and asked_at is null))`.execute(trx);
  await recalculateClocks(trx, account, ticket.id, now);
  if (again) await unit.wake(unit, ticket.id, ["reopened", "status changed"]);
}

type CommentNews = { id: number; fromCustomer: boolean; author: string; kind: string; body: string };

async function tell(unit: UnitOfWork, ticket: TicketRow, said: CommentNews): Promise<void> {
  const people = await checkedRows(
    unit.trx,
    UserIdRow,
    sql`
    select user_id from ticketing.ticket_members where customer_account = ${unit.account} and ticket_id = ${ticket.id}`,
  );
  const users = people.map(({ user_id }) => user_id).filter((user) => user !== unit.by.id);
  const who = said.fromCustomer && said.author === "Customer" ? "The customer" : said.author;
  await notify(unit, [
    {
      users,
      kind: said.fromCustomer ? "customer replied" : "commented",
      ticket: ticket.id,
      words: `${who} on #${ticket.id}: ${said.body.replace(/\s+/g, " ").slice(0, 120)}`,
      key: `comment:${said.id}`,
    },
  ]);
}

const CommentRow = Comment.omit({ files: true, delivery: true }).extend({ at: z.date() });
type CommentRow = z.infer<typeof CommentRow>;

export async function commentPage(
  trx: Trx,
  account: string,
  ticket: number,
  pageQuery: PageQuery & { kind: "all" | "public" | "internal" },
  links: ReadonlyMap<string, string>,
) {
  const kind = pageQuery.kind === "all" ? sql`true` : sql`kind = ${pageQuery.kind}`;
  const page = await pageOfRows(trx, pageQuery, {
    schema: CommentRow,
    select: sql`id, kind, author_kind, author, sender, body, at, origin_id`,
    from: sql`ticketing.comments where customer_account = ${account} and ticket_id = ${ticket} and ${kind}`,
    order: byNumber("id"),
  });
  const files: FileRow[] = page.data.length > 0 ? await filesOn(trx, account, ticket) : [];
  const ids = page.data.map(({ id }) => id);
  const deliveries = await loadDeliveries(trx, account, ids);
  return { ...page, data: page.data.map((comment) => whole(comment, { files, links, deliveries })) };
}

type Around = {
  files: readonly FileRow[];
  links: ReadonlyMap<string, string>;
  deliveries: ReadonlyMap<number, Delivery>;
};

function whole(comment: CommentRow, { files, links, deliveries }: Around): Comment {
  const own = files.filter(({ comment_id }) => comment_id === comment.id);
  return {
    ...comment,
    at: comment.at.toISOString(),
    files: own.map((file) => shownFile(file, links)),
    delivery: deliveries.get(comment.id) ?? null,
  };
}

const TicketComment = CommentRow.extend({ ticket_id: z.number() });

export async function loadComment(trx: Trx, account: string, id: number, links: ReadonlyMap<string, string>) {
  const found = await checkedRow(
    trx,
    TicketComment,
    sql`
    select id, ticket_id, kind, author_kind, author, sender, body, at, origin_id from ticketing.comments
    where customer_account = ${account} and id = ${id}`,
  );
  if (!found) throw new Error("a comment vanished");
  const { ticket_id, ...comment } = found;
  const files = await filesOn(trx, account, ticket_id);
  return whole(comment, { files, links, deliveries: await loadDeliveries(trx, account, [id]) });
}
