import { sql } from "kysely";
import { type ActivityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, readAccount } from "../../kit/database";
import { missing, type Person, type Service } from "../../kit/principal";
import { HttpError } from "../../kit/serve";
import { type ChannelRow, channelRows } from "../channels";
import type { TicketMailbox } from "../contract.mailboxes";
import type { SocialContext } from "../deps";
import { disconnect, testChannel } from "../upkeep";
import { connectEmail, type EmailForm } from "./connect";
import { type EmailSettings, emailSettings } from "./settings";

type Caller = { who: Person | Service; actor: ActivityActor };

const isMailbox = sql`c.channel = 'email'`;

function shown(row: ChannelRow): TicketMailbox {
  const words = !row.active ? "This mailbox is switched off." : row.stopped || row.last_error;
  const { new_mails, imap, smtp } = emailSettings(row);
  const active = row.active && !row.stopped;
  return { id: row.id, name: row.name, address: row.external_id, new_mails, active, words, imap, smtp };
}

const ofChat = "New emails to this mailbox become conversations. Change it under Chat, Channels, Email.";

/** Connects a mailbox whose new mails become tickets: an account needs no chat for it. @throws NotConnected */
export async function connectMailbox(service: SocialContext, account: string, given: EmailForm, by: Caller) {
  const mustNot = ({ new_mails }: EmailSettings) => (new_mails === "chat" && hasChat(by.who) ? ofChat : undefined);
  return shown(await connectEmail(service, account, given, { by: by.actor }, { new_mails: "tickets", mustNot }));
}

/** @throws NotConnected, HttpError 404 */
export async function testMailbox(service: SocialContext, account: string, id: number) {
  await mustBeMailbox(service, account, id);
  return shown(await testChannel(service, account, id));
}

/** Takes a mailbox of tickets off; what came in by it stays. @throws HttpError 404, 409 */
export async function disconnectMailbox(service: SocialContext, account: string, id: number, by: Caller) {
  const { new_mails } = await mustBeMailbox(service, account, id);
  if (new_mails === "chat" && hasChat(by.who)) throw new HttpError(409, ofChat);
  return disconnect(service, account, id, by.actor);
}

async function mustBeMailbox({ db }: SocialContext, account: string, id: number): Promise<TicketMailbox> {
  const [row] = await readAccount(db, account, (trx) => channelRows(trx, account, sql`${isMailbox} and c.id = ${id}`));
  if (!row) throw new HttpError(404, "There is no such mailbox.");
  return shown(row);
}

/** Another service speaks for the account whatever it holds. */
const hasChat = (who: Caller["who"]) =>
  who.kind !== "person" || !missing(who, { products: ["Chats"], permissions: [] });

/** The connected mailboxes, the first connected first. */
export async function listMailboxes(db: Database["db"], account: string): Promise<TicketMailbox[]> {
  return (await readAccount(db, account, (trx) => channelRows(trx, account, isMailbox))).map(shown);
}

/** Says what new mails become; what they became stays. @throws HttpError 404 */
export function setMailbox(
  db: Database["db"],
  account: string,
  id: number,
  new_mails: EmailSettings["new_mails"],
  { who, actor: by }: Caller,
): Promise<TicketMailbox> {
  const words = "Without the Chats product no one would see the conversations.";
  if (new_mails === "chat" && !hasChat(who)) throw new HttpError(422, words, { new_mails: [words] });
  return inAccount(db, account, async (trx) => {
    await sql`
      update social.channels set settings = settings || ${JSON.stringify({ new_mails })}::jsonb, updated_at = now()
      where customer_account = ${account} and id = ${id} and channel = 'email' and deleted_at is null`.execute(trx);
    const [row] = await channelRows(trx, account, sql`${isMailbox} and c.id = ${id}`);
    if (!row) throw new HttpError(404, "There is no such mailbox.");
    await recordActivity(trx, account, by, {
      action: "Mailbox changed",
      description: `New mails to ${row.external_id} become ${new_mails === "chat" ? "conversations" : "tickets"}.`,
      ...{ subject: "chat channel", subject_id: String(id) },
    });
    return shown(row);
  });
}
