import { createHash } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { bareAddress } from "../../connectors/email/read";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { json } from "../../kit/rows";
import { mailSubject, mailWords } from "../answers/letter";
import { changeCopies } from "../answers/queue";
import { loadMailSettings } from "../answers/settings";
import type { answerCalls } from "../contract.answers";
import { CommentForm, TicketForm } from "../contract.forms";
import { remember } from "../records/history";
import { touch } from "../records/lock";
import { TicketRow } from "../records/tickets";
import { addComment, landing } from "../tickets/comments";
import { createTicket } from "../tickets/create";
import type { UnitOfWork } from "../workspace/unit-of-work";

type Mail = z.output<(typeof answerCalls)["takeMail"]["body"]>;
type TakenMail = z.output<(typeof answerCalls)["takeMail"]["answers"][201]>;

/** The documented channel "Email". */
const emailChannel = 2;
const maxText = 20_000;
const machines = /^(?:no[-_.]?reply|do[-_.]?not[-_.]?reply|mailer-daemon|postmaster)(?:[-+=._][^@]*)?@/i;

const cut = (text: string) => (text.length > maxText ? `${text.slice(0, maxText - 1)}…` : text);
const formKey = (key: string) => `mail:${createHash("sha256").update(key).digest("hex")}`;

/** A mail as a comment of the ticket it answers, or as a new ticket. */
export async function takeMail(unit: UnitOfWork, mail: Mail): Promise<TakenMail> {
  const before = await takenBefore(unit, mail.key);
  if (before) return { ...before, fresh: false, acknowledgement: null };
  // The history names nobody: it outlives an erasure.
  const own: UnitOfWork = { ...unit, by: { id: null, name: "The customer", kind: "customer" } };
  const ticket = mail.ticket_id === null ? undefined : await answeredTicket(unit, mail.ticket_id);
  return ticket ? comment(own, ticket, mail) : open(own, mail);
}

const TakenBeforeRow = z.object({ ticket_id: z.number(), comment_id: z.number().nullable(), files: z.number() });

async function takenBefore({ trx, account }: UnitOfWork, key: string) {
  return checkedRow(
    trx,
    TakenBeforeRow,
    sql`
    select m.ticket_id, m.comment_id, (select count(*)::int from ticketing.files f where f.customer_account = ${account}
      and f.origin_id = m.ticket_id and f.comment_id is not distinct from m.comment_id) as files
    from (
      select origin_id as ticket_id, id as comment_id from ticketing.comments
      where customer_account = ${account} and message_id = ${`mail:${key}`}
      union all
      select id, null from ticketing.tickets where customer_account = ${account} and form_key = ${formKey(key)}) m limit 1`,
  );
}

const Answered = TicketRow.pick({ id: true, customer_email: true, cc: true });
type Answered = z.infer<typeof Answered>;

/** Where a reply lands; a ticket that was deleted takes nothing more, so that the reply opens another. */
async function answeredTicket({ trx, account }: UnitOfWork, asked: number): Promise<Answered | undefined> {
  const id = await landing(trx, account, asked);
  return checkedRow(
    trx,
    Answered,
    sql`
    select id, customer_email, cc from ticketing.tickets
    where customer_account = ${account} and id = ${id} and deleted_at is null`,
  );
}

async function comment(unit: UnitOfWork, ticket: Answered, mail: Mail): Promise<TakenMail> {
  const { address, name } = mail.from;
  const customer = ticket.customer_email.toLowerCase() === address;
  const known = customer || ticket.cc.includes(address);
  const form = CommentForm.parse({
    ...{ body: cut(mail.text) || "(This mail has no text.)", kind: "public", author_kind: "customer" },
    automatic: mail.automatic,
  });
  const writer = customer ? undefined : { author: name || address, sender: address };
  const beside = writer ? { writer } : {};
  const { id, fresh } = await addComment(unit, ticket.id, { ...form, message_id: `mail:${mail.key}` }, beside);
  if (customer && mail.proven && !mail.automatic) await markSender(unit, ticket.id, false);
  // A stranger puts nobody on copy.
  if (known && !mail.automatic) await copy(unit, ticket.id, mail.cc);
  return { ticket_id: ticket.id, comment_id: id, fresh, files: 0, acknowledgement: null };
}

async function open(unit: UnitOfWork, mail: Mail): Promise<TakenMail> {
  const { address, name } = mail.from;
  const parsed = TicketForm.parse({
    subject: mail.subject || "(No subject)",
    description: cut(mail.text),
    ...{ customer_name: name, channel_id: emailChannel, source: "Email" },
    ...{ from_customer: true, key: formKey(mail.key) },
  });
  // Whatever address wrote is answered there.
  const form = { ...parsed, customer_email: address };
  const { id, fresh } = await createTicket(unit, form);
  if (fresh && !mail.proven) await markSender(unit, id, true);
  if (!mail.automatic) await copy(unit, id, mail.cc);
  return {
    ...{ ticket_id: id, comment_id: null, fresh, files: 0 },
    acknowledgement: fresh && !mail.automatic ? await acknowledgement(unit, { id, ...form }) : null,
  };
}

/** Anybody can write an address into a mail: until it is proven, whoever answers is told so. */
async function markSender({ trx, account }: UnitOfWork, ticket: number, unproven: boolean): Promise<void> {
  await sql`
    update ticketing.tickets set unproven = ${unproven}
    where customer_account = ${account} and id = ${ticket} and unproven <> ${unproven}`.execute(trx);
}

const CountedRow = z.object({ n: z.number() });

/** Who got the customer's mail as well is on copy of the answers, as far as there is room. */
async function copy(unit: UnitOfWork, ticket: number, cc: readonly string[]): Promise<void> {
  const add = cc.map(bareAddress).filter((one) => one !== "" && !machines.test(one));
  if (add.length === 0) return;
  const there = await checkedRow(
    unit.trx,
    CountedRow,
    sql`select cardinality(cc) as n from ticketing.tickets where customer_account = ${unit.account} and id = ${ticket}`,
  );
  await changeCopies(unit, ticket, { add: add.slice(0, Math.max(0, 20 - (there?.n ?? 0))), remove: [] });
}

type OpenedTicket = { id: number; subject: string; customer_name: string };

async function acknowledgement(
  { trx, account }: UnitOfWork,
  ticket: OpenedTicket,
): Promise<TakenMail["acknowledgement"]> {
  const settings = await loadMailSettings(trx, account);
  if (settings.acknowledgement === "") return null;
  const values: Record<string, string> = {
    ...{ id: String(ticket.id), subject: ticket.subject, customer: ticket.customer_name },
  };
  const words = settings.acknowledgement.replace(
    /\{\{(id|subject|customer)\}\}/g,
    (_, name: string) => values[name] ?? "",
  );
  return { subject: mailSubject(ticket), ...mailWords(words, settings.signature) };
}

type MailFiles = z.output<(typeof answerCalls)["keepMailFiles"]["body"]>;

const MailComment = z.object({ ticket_id: z.number(), by: z.string() });
const AddedFile = z.object({ name: z.string() });

/** Lists the files of a mail on its ticket, and says which were not kept. */
export async function keepMailFiles(
  unit: UnitOfWork,
  { ticket_id, comment_id, files, missing }: MailFiles,
): Promise<void> {
  const { trx, account, now } = unit;
  const about = await checkedRow(
    trx,
    MailComment,
    comment_id === null
      ? sql`select id as ticket_id, coalesce(nullif(customer_name, ''), customer_email) as by from ticketing.tickets
          where customer_account = ${account} and id = ${ticket_id} for update`
      : sql`select ticket_id, author as by from ticketing.comments
          where customer_account = ${account} and id = ${comment_id} for update`,
  );
  if (!about) return;
  const given = files.map(({ id: file_id, ...file }) => ({ file_id, ...file }));
  // Whoever tells of the files tries again where it got no answer: what is here by then is not counted twice.
  const added = await checkedRows(
    trx,
    AddedFile,
    sql`
    insert into ticketing.files (customer_account, ticket_id, origin_id, comment_id, file_id, name, type, bytes, added_by, added_at)
    select ${account}, ${about.ticket_id}, ${ticket_id}, ${comment_id}, file_id, name, type, bytes, ${about.by}, ${now}
    from jsonb_to_recordset(${json(given)}) as x (file_id uuid, name text, type text, bytes bigint)
    where not exists (select from ticketing.files f where f.customer_account = ${account} and f.file_id = x.file_id)
    returning name`,
  );
  if (missing.length > 0) {
    const words = `\n\n${missing.join("\n")}`;
    await (comment_id === null
      ? sql`update ticketing.tickets set description = left(description || ${words}, ${maxText})
          where customer_account = ${account} and id = ${ticket_id} and strpos(description, ${words}) = 0`
      : sql`update ticketing.comments set body = left(body || ${words}, ${maxText})
          where customer_account = ${account} and id = ${comment_id} and strpos(body, ${words}) = 0`
    ).execute(trx);
  }
  await sql`
    update ticketing.tickets set files_count = files_count + ${added.length}
    where customer_account = ${account} and id = ${about.ticket_id}`.execute(trx);
  const version = await touch(unit, about.ticket_id);
  if (added.length > 0)
    await remember(unit, about.ticket_id, version, [
      { action: "file added", words: `Added ${added.map(({ name }) => name).join(", ")}` },
    ]);
}
