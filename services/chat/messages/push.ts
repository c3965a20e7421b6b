import { sql } from "kysely";
import { z } from "zod";
import { channelNamed } from "../../../rules/channels";
import { type Database, inAccount, readAccount } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import type { Carrier } from "../deps";
import { contactRow } from "../records/contacts";
import { messageRow } from "../records/messages";
import type { UnitOfWork } from "../workspace/unit-of-work";

/** The job that has a message pushed to the phones of its customer. */
export const pushTask = "chat.push";

const Payload = z.object({ account: z.string(), message: z.number(), tries: z.number() });

/** Customers of this channel who are away hear of a message by their phone: of the newest, where several wait. */
export async function pushLater(
  { trx, account }: UnitOfWork,
  { channel, contact_id }: { channel: string; contact_id: number },
  message: number,
): Promise<void> {
  if (!channelNamed(channel)?.pushes) return;
  await sendLater(trx, pushTask, { account, message, tries: 0 }, { key: `${pushTask}:${account}:${contact_id}` });
}

/** Has a message pushed, unless it was read or taken back; where that can't be done now, it comes again by itself. */
export async function pushMessage(
  { db }: Database,
  carrier: Carrier | undefined,
  payload: Record<string, unknown>,
): Promise<void> {
  const { account, message: id, tries } = Payload.parse(payload);
  const due = await readAccount(db, account, async (trx) => {
    const message = await messageRow(trx, account, sql`m.id = ${id}`);
    if (!message || message.deleted_at || message.status === "read") return undefined;
    const contact = await contactRow(trx, account, message.contact_id);
    return contact && { message, contact };
  });
  if (!due) return;
  const { message, contact } = due;
  const again = await carrier?.push?.(account, {
    ...{ inbox_id: contact.inbox_id, external_id: contact.user_id, contact_id: contact.contact_id, message_id: id },
    by: message.author === "agent" ? (message.author_name.trim().split(/\s+/)[0] ?? "") : "",
    ...{ text: message.text, file: message.type === "file", tries },
  });
  if (again === undefined) return;
  await inAccount(db, account, (trx) =>
    sendLater(
      trx,
      pushTask,
      { account, message: id, tries: tries + 1 },
      { at: new Date(Date.now() + again * 1_000), key: `${pushTask}:${account}:${contact.contact_id}:${id}` },
    ),
  );
}
