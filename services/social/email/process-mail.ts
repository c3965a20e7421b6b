import { createHash } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import type { Contact } from "../../chat/contract.schemas";
import { automaticReason, isAutomaticReply, messageKey, parseHeaders } from "../../connectors/email/headers";
import { isProven } from "../../connectors/email/proof";
import { bareAddress, type Mail, readMail } from "../../connectors/email/read";
import type { Item } from "../../connectors/message";
import { inAccount, readAccount } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { type ChannelRow, noteError } from "../channels";
import { takeItem } from "../incoming";
import { RetryLater, type Taking } from "../taking";
import { acknowledge } from "./acknowledge";
import { takeInvitationAnswer } from "./invitation-answer";
import { enter, forgetOld, type MailRow, mailsBy, settle } from "./mail-ledger";
import { takeTicketMail, ticketBounce, ticketPlace } from "./process-ticket-mail";
import { emailSettings } from "./settings";
import { mailboxAddress, unprovenId } from "./unproven";

const ExternalIdRow = z.object({ external_id: z.string() });

/** Gives a stored mail to chat, once however often it comes. @returns what that did @throws RetryLater, Error */
export async function processMail(given: Taking, raw: Buffer): Promise<string> {
  const { db, account, row } = given;
  const key = messageKey(raw);
  const [known, own] = await readAccount(db, account, async (trx) => {
    const rows = await checkedRows(
      trx,
      ExternalIdRow,
      sql`
      select external_id from social.channels where customer_account = ${account} and channel = 'email'
        and deleted_at is null`,
    );
    return [(await mailsBy(trx, account, row.id, [key]))[0], rows.map(({ external_id }) => external_id)] as const;
  });
  if (known?.direction === "out") return "An email of our own: nothing was done.";
  const mail = await read(given, raw, known);
  if (mail.bounce) return takeBounce(given, mail);
  const from = mailSender(mail, own);
  if (own.includes(from)) return "An email of our own: nothing was done.";
  if (from === "") throw new Error("An email without a sender's address stays in the mailbox.");
  const headers = parseHeaders(raw);
  const proven = from === mail.from.address && isProven(headers, from, mailHost(row));
  if (mail.reply && proven && (await takeInvitationAnswer(given, mail.reply, from))) {
    await inAccount(db, account, (trx) => settle(trx, account, row.id, { key, direction: "in", automatic: true }));
    return "An answer to an invitation: it is with the appointment.";
  }
  const place = await ticketPlace(given, mail);
  if (place) {
    const machine = isAutomaticReply(headers);
    return takeTicketMail(given, {
      mail,
      from,
      own,
      place,
      proven,
      machine,
      at: known?.at ?? new Date(),
      known: known !== undefined,
    });
  }
  const thread = await findThread(given, mail, { from, proven });
  const letter = {
    mail,
    thread,
    from,
    proven,
    quiet: mail.automatic !== "" && (thread.known || isAutomaticReply(headers)),
    machine: isAutomaticReply(headers),
  };
  const done = await takeParts(given, letter, known?.at ?? new Date());
  const contact = await conversation(given, thread.external_id);
  await inAccount(db, account, async (trx) => {
    const told = { key, external_id: thread.external_id, contact_id: contact?.contact_id ?? null };
    const rest = { subject: mail.subject, answers: mail.answers, automatic: mail.automatic !== "" };
    if (!known) await enter(trx, account, row.id, { ...told, ...rest, direction: "in" });
    else await settle(trx, account, row.id, { ...told, ...rest, direction: "in" });
    await forgetOld(trx, account, row.id);
  });
  if (contact && !thread.other) await acknowledge(given, mail, contact, thread.external_id);
  return done;
}

/** Read where a hostile one harms nobody; one that can't be read is shown by its header. */
async function read({ deps }: Taking, raw: Buffer, known: MailRow | undefined): Promise<Mail> {
  const reader = deps.readMail ?? readMail;
  return reader(raw, known?.cut ?? undefined).catch((): Mail => {
    const headers = parseHeaders(raw);
    const from = bareAddress(
      /<([^<>]*)>\s*$/.exec(headers.get("from")?.[0] ?? "")?.[1] ?? headers.get("from")?.[0] ?? "",
    );
    return {
      ...{
        key: messageKey(raw),
        from: { address: from, name: "" },
        replyTo: "",
        subject: "",
        answers: [],
        references: [],
      },
      others: [],
      ...{ text: "", full: "", files: [], automatic: automaticReason(headers, from) },
      missing: ["This mail can't be read here. It is in the mailbox."],
    };
  });
}

const mailHost = (row: ChannelRow) => ({ host: emailSettings(row).imap.host, address: row.external_id });

/**
 * Where the mail asks to be answered (RFC 5322 3.6.2): a form on a site writes from the shop's own address and names the
 * customer. A list names itself there, and nobody is answered at an address of ours.
 */
function mailSender({ from, replyTo, automatic }: Mail, own: readonly string[]): string {
  return replyTo === "" || automatic === "bulk" || own.includes(replyTo) ? from.address : replyTo;
}

/** What a mail host says of a mail of ours (RFC 3464): 5.x is its end, 4.x a delay. */
async function takeBounce(given: Taking, { bounce, key }: Mail): Promise<string> {
  const { db, account, row } = given;
  const ofTicket = bounce && (await ticketBounce(given, bounce, key));
  if (ofTicket) return ofTicket;
  const about = await readAccount(db, account, (trx) => mailsBy(trx, account, row.id, bounce?.ids ?? []));
  const ours = about.find(({ direction }) => direction === "out");
  if (!bounce || !ours) return "A report about an email that is not ours: nothing was done.";
  await inAccount(db, account, (trx) => settle(trx, account, row.id, { key, direction: "in", automatic: true }));
  const reason = `${bounce.reason}${bounce.code ? ` (${bounce.code})` : ""}`.slice(0, 500);
  if (bounce.kind === "delayed") {
    await inAccount(db, account, (trx) =>
      noteError(trx, account, row.id, `An email to ${ours.external_id} is late. ${reason}`),
    );
    return `An email of ours is late: ${reason}`;
  }
  if (ours.message_id === null) return "A report about an automatic mail: nothing was done.";
  return takeItem(given, {
    ...{ kind: "status", provider_id: ours.key, message_id: ours.message_id },
    ...(bounce.kind === "failed" ? { status: "failed", reason } : { status: "delivered", reason: "" }),
  });
}

/** The conversation a mail belongs to; `other`: its writer is not its customer. `known`: it answers a mail of it. */
type Thread = { external_id: string; other: boolean; known: boolean };
type Sender = { from: string; proven: boolean };

/** By what it answers, ours and theirs (statement M15). Nobody gets into a conversation that has ended. */
async function findThread(given: Taking, mail: Mail, { from, proven }: Sender): Promise<Thread> {
  const { db, account, row } = given;
  const found = await readAccount(db, account, (trx) => mailsBy(trx, account, row.id, mail.answers));
  const whose = found.find(({ external_id }) => external_id !== "")?.external_id;
  const known = whose !== undefined;
  if (known && mailboxAddress(whose) !== from) {
    const running = await conversation(given, whose);
    if (running && !running.ended) return { external_id: whose, other: true, known };
  }
  // Nobody vouches for it, and the address is a customer's who is vouched for elsewhere: it is not taken for theirs.
  const apart = !proven && (await isVerified(given, from));
  return { external_id: apart ? unprovenId(from) : from, other: false, known };
}

async function isVerified({ deps, account, row }: Taking, external_id: string): Promise<boolean> {
  const answer = await deps
    .clientsOfAccount(account)
    .chat.thread({ query: { inbox_id: row.inbox_id, external_id, limit: 1 } });
  if (answer.status !== 200) throw new RetryLater(answer.body.message);
  return answer.body.verified;
}

/** @throws RetryLater when chat is away */
async function conversation({ deps, account, row }: Taking, external_id: string): Promise<Contact | undefined> {
  const answer = await deps
    .clientsOfAccount(account)
    .chat.thread({ query: { inbox_id: row.inbox_id, external_id, limit: 1 } });
  if (answer.status !== 200) throw new RetryLater(answer.body.message);
  return answer.body.contact ?? undefined;
}

/**
 * A mail, whose it is, and how sure that is. `quiet`: a machine answered, and nobody waits for a word. `machine`: it says so
 * of itself, so that it is not the customer's answer either.
 */
type ReceivedMail = Sender & { mail: Mail; thread: Thread; quiet: boolean; machine: boolean };

/** The words, then each file: one that is refused stops none of the others. */
async function takeParts(given: Taking, letter: ReceivedMail, at: Date): Promise<string> {
  let later: RetryLater | undefined;
  const did: string[] = [];
  for (const item of mailMessages(given.row, letter, at))
    try {
      did.push(await takeItem(given, item));
    } catch (error) {
      if (error instanceof RetryLater) later = error;
      else did.push(error instanceof Error ? error.message : "It could not be taken.");
    }
  if (later) throw later;
  return [...new Set(did)].join(" ");
}

type Message = Extract<Item, { kind: "message" }>;

function mailMessages(
  row: ChannelRow,
  { mail, thread, from: address, proven, quiet, machine }: ReceivedMail,
  at: Date,
): Message[] {
  const { external_id, other } = thread;
  const { from, subject, text, full, files, missing, automatic } = mail;
  const written = from.name ? `${from.name} <${from.address}>` : from.address;
  const sender = other
    ? { external_id, aliases: [], name: "", msisdn: "", language: "" }
    : {
        ...{ external_id, aliases: [], msisdn: "", language: "", email: address },
        name: address === from.address ? from.name : "",
      };
  const where = { at: at.getTime(), recipient: row.external_id, sender } as const;
  const whole = { ...where, kind: "message", echo: false, quiet, machine } as const;
  const said = text || (files.length > 0 || missing.length > 0 ? "" : "(This mail has no text.)");
  const words = [other ? `From ${written}, who is not this customer:` : "", said, ...missing]
    .filter(Boolean)
    .join("\n\n");
  const meta = {
    ...(subject ? { subject } : {}),
    ...(full !== text ? { full } : {}),
    ...(other ? { other_sender: written } : {}),
    ...(automatic ? { automatic } : {}),
    ...(proven ? {} : { unproven: true }),
  };
  const letter: Message[] =
    words || subject ? [{ ...whole, provider_id: mail.key, type: "text", text: words, meta }] : [];
  // A key may be long, and what is made of it is cut.
  const short = createHash("sha256").update(mail.key).digest("hex").slice(0, 40);
  const parts = files.map((file, n): Message => {
    const { name, type, bytes, inline } = file;
    const media = { id: "", name, type, bytes: bytes.length, content: bytes };
    return {
      ...whole,
      provider_id: `${short}#${n + 1}`,
      type: "text",
      text: "",
      media,
      meta: { ...(inline ? { inline } : {}), ...(proven ? {} : { unproven: true }) },
    };
  });
  return [...letter, ...parts];
}
