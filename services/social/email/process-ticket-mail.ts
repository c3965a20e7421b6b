import { fileLimits } from "../../../rules/files";
import type { Bounce } from "../../connectors/email/bounce";
import type { Mail, MailFile } from "../../connectors/email/read";
import { sendMail } from "../../connectors/email/smtp";
import { inAccount, readAccount } from "../../kit/database";
import { ticketMailId, ticketNamed } from "../../kit/ticket-mail";
import { channelSecrets } from "../channels";
import { RetryLater, type Taking } from "../taking";
import { answeredLately, enter, forgetOld, mailsBy, settle } from "./mail-ledger";
import { mailDomain } from "./mail-ticket";
import { replyHeaders } from "./send-mail";
import { emailSettings, mailHosts, mailPolicy } from "./settings";

/** The ticket that a mail answers; null: it opens one. */
type TicketPlace = { ticket_id: number | null /** By a token, which only who got our mail has. */; named?: true };

/** Whether a mail is a ticket's: by our token in what it answers, by its thread, or because new mails become tickets. */
export async function ticketPlace({ db, deps, account, row }: Taking, mail: Mail): Promise<TicketPlace | undefined> {
  const named = ticketNamed(deps.secret, account, mail.answers);
  if (named) return { ticket_id: named.ticket, named: true };
  const thread = await readAccount(db, account, (trx) => mailsBy(trx, account, row.id, mail.answers));
  const known = thread.find(({ ticket_id, contact_id }) => ticket_id !== null || contact_id !== null);
  if (known) return known.ticket_id === null ? undefined : { ticket_id: known.ticket_id };
  return emailSettings(row).new_mails === "tickets" ? { ticket_id: null } : undefined;
}

type TicketMail = {
  mail: Mail;
  from: string;
  /** The account's own mailboxes. */
  own: readonly string[];
  place: TicketPlace;
  /** The sender's host vouches for `from`. */
  proven: boolean;
  /** A machine answered somebody's mail, as one does that is out of office. */
  machine: boolean;
  at: Date;
  known: boolean;
};

/** Gives a mail to ticketing, once however often it comes. @returns what that did @throws RetryLater, Error */
export async function takeTicketMail(given: Taking, letter: TicketMail): Promise<string> {
  const { db, deps, account, row } = given;
  const { mail, from, own, place, proven, machine, at, known } = letter;
  const { key, subject, answers, automatic } = mail;
  if (machine && place.ticket_id === null) return "An automatic answer to nothing of ours: nothing was done.";
  const said = mail.text || (mail.files.length > 0 ? "" : "(This mail has no text.)");
  const answer = await deps.clientsOfAccount(account).ticketing.takeMail({
    body: {
      ...{ key, ticket_id: place.ticket_id, subject, automatic: automatic !== "", at: at.toISOString() },
      from: { address: from, name: from === mail.from.address ? mail.from.name : "" },
      proven: proven || place.named === true,
      cc: mail.others.filter((address) => address !== from && !own.includes(address)),
      text: [said, ...mail.missing].filter(Boolean).join("\n\n"),
    },
  });
  if (answer.status !== 201) throw refusalError(answer);
  const { ticket_id, comment_id, fresh, acknowledgement } = answer.body;
  if (mail.files.length > 0 && answer.body.files === 0) await keepFiles(given, mail.files, { ticket_id, comment_id });
  await inAccount(db, account, async (trx) => {
    const about = { external_id: from, ticket_id, subject, answers, automatic: automatic !== "" };
    if (known) await settle(trx, account, row.id, { key, direction: "in", ...about });
    else await enter(trx, account, row.id, { key, direction: "in", ...about });
    await forgetOld(trx, account, row.id);
  });
  if (acknowledgement) await acknowledgeTicket(given, letter, ticket_id, acknowledgement);
  if (!fresh) return `Nothing new: it is on ticket #${ticket_id} already.`;
  return comment_id === null ? `It opened ticket #${ticket_id}.` : `A comment on ticket #${ticket_id}.`;
}

function refusalError({ status, body }: { status: number; body: unknown }): Error {
  const { message = "" } = body as { message?: string };
  return status >= 500 || status === 429 ? new RetryLater(message) : new Error(`Ticketing did not take it: ${message}`);
}

/** By what is in their bytes; one that is refused stops none of the others. @throws RetryLater, and then none is kept */
async function keepFiles(
  { deps, account }: Taking,
  given: readonly MailFile[],
  to: { ticket_id: number; comment_id: number | null },
): Promise<void> {
  const { uploads, ticketing } = deps.clientsOfAccount(account);
  const { maxBytes } = fileLimits.ticket;
  const files: { id: string; name: string; type: string; bytes: number }[] = [];
  const missing: string[] = [];
  for (const { name, type, bytes } of given) {
    if (bytes.length > maxBytes) {
      missing.push(`${name} is larger than ${maxBytes / 1_048_576} MB, so it was not kept.`);
      continue;
    }
    const query = { purpose: "ticket" as const, name, subject: "ticket", subject_id: String(to.ticket_id) };
    const answer = await uploads.keep({ query, stream: { body: new Blob([bytes]).stream(), type } });
    if (answer.status === 201) {
      const { id, name: kept, type: seen, bytes: length } = answer.body;
      files.push({ id, name: kept, type: seen, bytes: length });
    } else if (answer.status >= 500 || answer.status === 429) {
      if (files.length > 0) await uploads.dropFiles({ body: { ids: files.map(({ id }) => id) } });
      throw new RetryLater(answer.body.message);
    } else missing.push(`${name} was not kept. ${answer.body.message}`);
  }
  const answer = await ticketing.keepMailFiles({ body: { ...to, files, missing } });
  if (answer.status !== 201) throw refusalError(answer);
}

type Acknowledgement = { subject: string; text: string; html: string };

/** Tells a new customer that their ticket is there: once, and at most once an hour an address (RFC 3834, statement M15). */
async function acknowledgeTicket(
  { db, deps, account, row }: Taking,
  { mail, from }: TicketMail,
  ticket: number,
  { subject, text, html }: Acknowledgement,
): Promise<void> {
  const key = `${ticketMailId(deps.secret, account, { ticket, comment: 0 })}@${mailDomain(row)}`;
  const fresh = await inAccount(db, account, async (trx) => {
    if (await answeredLately(trx, account, row.id, from, key)) return false;
    return enter(trx, account, row.id, {
      ...{ key, direction: "out", external_id: from, ticket_id: ticket, automatic: true, subject },
    });
  });
  if (!fresh) return;
  const { inReplyTo, references } = replyHeaders({ key: mail.key, answers: mail.answers, subject });
  await sendMail(mailHosts(row, channelSecrets(deps.secret, account, row)).smtp, mailPolicy(deps), {
    from: { name: row.name, address: row.external_id },
    ...{ to: from, messageId: key, automatic: true, subject, text, html, inReplyTo, references },
  });
}

/** What a mail host says of a ticket's mail (RFC 3464); undefined when it is about another mail. @throws RetryLater */
export async function ticketBounce(
  { db, deps, account, row }: Taking,
  bounce: Bounce,
  key: string,
): Promise<string | undefined> {
  const named = ticketNamed(deps.secret, account, bounce.ids);
  if (!named) return undefined;
  await inAccount(db, account, (trx) =>
    settle(trx, account, row.id, { key, direction: "in", ticket_id: named.ticket, automatic: true }),
  );
  if (named.comment === 0) return "A report about an automatic mail: nothing was done.";
  const reason = `${bounce.reason}${bounce.code ? ` (${bounce.code})` : ""}`.slice(0, 500);
  const answer = await deps
    .clientsOfAccount(account)
    .ticketing.deliveryState({ body: { comment_id: named.comment, state: bounce.kind, reason } });
  if (answer.status !== 201) throw refusalError(answer);
  return `A mail of ticket #${named.ticket}: ${reason || bounce.kind}`;
}
