import { sql } from "kysely";
import { type Actor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, readAccount } from "../../kit/database";
import { Refused } from "../../kit/serve";
import { type ChannelRow, channelRows } from "../channels";
import type { TicketMailbox } from "../contract";
import { type EmailSettings, emailSettings } from "./settings";

const isMailbox = sql`c.channel = 'email'`;

function shown(row: ChannelRow): TicketMailbox {
  const words = !row.active ? "This mailbox is switched off." : row.stopped || row.last_error;
  const { new_mails } = emailSettings(row);
  return { id: row.id, name: row.name, address: row.external_id, new_mails, active: row.active && !row.stopped, words };
}

/** The connected mailboxes, the first connected first. */
export async function mailboxesOf(db: Database["db"], account: string): Promise<TicketMailbox[]> {
  return (await readAccount(db, account, (trx) => channelRows(trx, account, isMailbox))).map(shown);
}

/** Says what new mails become; what they became stays. @throws Refused 404 */
export function setMailbox(
  db: Database["db"],
  account: string,
  id: number,
  new_mails: EmailSettings["new_mails"],
  by: Actor,
): Promise<TicketMailbox> {
  return inAccount(db, account, async (trx) => {
    await sql`
      update social.channels set settings = settings || ${JSON.stringify({ new_mails })}::jsonb, updated_at = now()
      where customer_account = ${account} and id = ${id} and channel = 'email' and deleted_at is null`.execute(trx);
    const [row] = await channelRows(trx, account, sql`${isMailbox} and c.id = ${id}`);
    if (!row) throw new Refused(404, "There is no such mailbox.");
    await recordActivity(trx, account, by, {
      action: "Mailbox changed",
      description: `New mails to ${row.external_id} become ${new_mails === "chat" ? "conversations" : "tickets"}.`,
      ...{ subject: "chat channel", subject_id: String(id) },
    });
    return shown(row);
  });
}
