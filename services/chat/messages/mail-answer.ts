import { sql } from "kysely";
import { brand } from "../../../rules/brand";
import { findEmail } from "../../../rules/email";
import { type Database, inAccount } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import { mailLater } from "../../kit/mail";
import type { AnswerMail, Carrier, Mailing } from "../deps";
import { remember, tellContact } from "../records/contact-events";
import { type ContactRow, contactRow, wasToldToLeave } from "../records/contacts";
import { type MessageRow, messageRows } from "../records/messages";
import { availability } from "../routing/there";
import { change } from "../workspace/context";
import type { UnitOfWork } from "../workspace/unit-of-work";

/** The job that mails what was answered to a visitor who left a message. */
export const mailAnswerTask = "chat.mail_answer";

/** Seconds in which several answers become one mail, and in which whoever is still on the site reads them there. */
const gatherSeconds = 20;
/** Messages in one mail. */
const maxMessages = 50;

/**
 * A visitor wrote while nobody could answer: answers go to the address they left as well. Whoever writes while somebody
 * is there reads the answers in the chat again. Who was told that they need not stay may say their address in what they
 * write (`said`).
 */
export async function settleMailTo(unit: UnitOfWork, id: number, said = ""): Promise<void> {
  const { trx, account, now } = unit;
  const found = await contactRow(trx, account, id);
  if (!found) return;
  const told = wasToldToLeave(found);
  const address = (told && findEmail(said)) || found.mail_to || found.email;
  if (address === "") return;
  const there = found.opened || (!told && (await availability(trx, account, now)).open);
  const mailTo = there ? "" : told ? address : found.email;
  if (mailTo === found.mail_to) return;
  await sql`update chat.contacts set mail_to = ${mailTo} where customer_account = ${account} and contact_id = ${id}`.execute(
    trx,
  );
  const why = told ? "They need not stay" : "No one was online";
  if (mailTo) await remember(unit, id, "changed", `${why}: replies go by email to ${mailTo}`);
  await tellContact(unit, id, "changed");
}

export function mailAnswerLater({ trx, account }: UnitOfWork, contact: number): Promise<void> {
  const at = new Date(Date.now() + gatherSeconds * 1_000);
  return sendLater(trx, mailAnswerTask, { account, contact }, { at, key: `${mailAnswerTask}:${account}:${contact}` });
}

/** What was answered and neither read in the chat nor mailed. */
async function unmailed(database: Database, account: string, id: number) {
  return inAccount(database.db, account, async (trx) => {
    const contact = await contactRow(trx, account, id);
    if (!contact || contact.mail_to === "") return undefined;
    const where = sql`m.contact_id = ${id} and m.id > ${contact.mailed_upto} and m.author = 'agent' and m.type in ('text', 'file')
      and m.status <> 'read' and m.deleted_at is null`;
    const messages = await messageRows(trx, account, where, sql`m.id`, maxMessages);
    return messages.length > 0 ? { contact, messages } : undefined;
  });
}

/** Mails the answers of a conversation: through the account's mailbox, else by the system's own mail host. */
export async function mailAnswers(
  given: { database: Database; secret: string; carrier: Carrier | undefined },
  account: string,
  id: number,
): Promise<void> {
  const { database, secret, carrier } = given;
  const due = await unmailed(database, account, id);
  if (!due) return;
  const { contact, messages } = due;
  const first = messages[0]?.message_id ?? "";
  const mail = { ...answerEmail(contact, messages), to: contact.mail_to, contact_id: id, message_id: first };
  const mailing: Mailing = (await carrier?.mail?.(account, mail)) ?? { status: "none" };
  if (mailing.status === "later") throw new Error(`the mailbox took no answer of conversation ${id} yet`);
  const by = { id: null, name: brand.name, kind: "system" } as const;
  await change({ db: database.db, account, secret, now: new Date(), by }, async (unit) => {
    const upto = messages.at(-1)?.id ?? 0;
    await sql`
      update chat.contacts set mailed_upto = greatest(mailed_upto, ${upto}::bigint)
      where customer_account = ${account} and contact_id = ${id}`.execute(unit.trx);
    if (mailing.status === "none") await mailFromUs(unit, mail, `chat answer ${account} ${id} ${upto}`);
    if (mailing.inbox_id !== undefined) await addAddress(unit, contact, mailing.inbox_id);
    const words = mailing.status === "failed" ? `Not emailed to ${mail.to}: ${mailing.reason}` : `Mailed to ${mail.to}`;
    await remember(unit, id, "changed", words);
    await tellContact(unit, id, "changed");
  });
}

/** There is no mailbox, so nobody would read a reply: the mail says where to write instead. */
async function mailFromUs(unit: UnitOfWork, { to, subject, text, swahili }: AnswerMail, key: string): Promise<void> {
  const words = swahili
    ? "Majibu ya barua pepe hii hayasomwi. Ili kuandika tena, fungua mazungumzo kwenye tovuti yetu."
    : "Replies to this email are not read. To write again, open the chat on our site.";
  await mailLater(unit.trx, unit.account, { to, subject, text: `${text}\n\n${words}` }, { key });
}

/** Who replies has proven the address: their mails are the same customer's. One that is known stays whose it is. */
async function addAddress({ trx, account, now }: UnitOfWork, { person_id, mail_to }: ContactRow, inbox: number) {
  await sql`
    insert into chat.identities (customer_account, inbox_id, external_id, person_id, since)
    values (${account}, ${inbox}, ${mail_to.toLowerCase()}, ${person_id}, ${now}) on conflict do nothing`.execute(trx);
}

/**
 * Only our own words: what the visitor wrote, their name and their page are not in it, or anybody could have us send
 * their text to whom they like.
 */
function answerEmail(contact: ContactRow, messages: readonly MessageRow[]) {
  const swahili = contact.language === "sw";
  const said = messages.map(({ text, file_name }) =>
    file_name ? (swahili ? `[Faili: ${file_name}]` : `[File: ${file_name}]`) : text,
  );
  const agent = messages.at(-1)?.author_name ?? "";
  const subject = swahili ? `Jibu la ujumbe wako kwa ${contact.inbox}` : `Re: your message to ${contact.inbox}`;
  return { swahili, subject, text: [...said, [agent, contact.inbox].filter(Boolean).join(", ")].join("\n\n") };
}
