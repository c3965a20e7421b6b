import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { signLink } from "../../kit/file-links";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { seconds, texts } from "../../kit/rows";
import { authors, Channel, fileStatuses, type MessageStatus, messageStatuses, messageTypes } from "../contract.fields";
import { Message } from "../contract.schemas";
import type { UnitOfWork } from "../workspace/unit-of-work";

/** A message as it is stored, with the channel of its conversation. */
export const MessageRow = z.object({
  id: z.number(),
  contact_id: z.number(),
  inbox_id: z.number(),
  message_id: z.string(),
  provider_id: z.string().nullable(),
  author: z.enum(authors),
  author_id: z.string().nullable(),
  author_name: z.string(),
  type: z.enum(messageTypes),
  is_admin: z.boolean(),
  text: z.string(),
  meta: z.record(z.string(), z.unknown()),
  file_id: z.string().nullable(),
  file_name: z.string(),
  extension: z.string(),
  file_type: z.string(),
  file_bytes: z.number().nullable(),
  file_status: z.enum(fileStatuses).nullable(),
  at: z.date(),
  status: z.enum(messageStatuses),
  reason: z.string(),
  deleted_at: z.date().nullable(),
  channel: Channel,
});
export type MessageRow = z.infer<typeof MessageRow>;

export const messageColumns = sql`m.*, (select c.channel from chat.contacts c where c.customer_account = m.customer_account and c.contact_id = m.contact_id) as channel`;

/** Messages by a condition on `m`, in an order. */
export function messageRows(
  trx: Trx,
  account: string,
  where: ReturnType<typeof sql>,
  order: ReturnType<typeof sql>,
  limit: number,
): Promise<MessageRow[]> {
  return checkedRows(
    trx,
    MessageRow,
    sql`
    select ${messageColumns} from chat.messages m where m.customer_account = ${account} and ${where} order by ${order} limit ${limit}::bigint`,
  );
}

export function messageRow(trx: Trx, account: string, where: ReturnType<typeof sql>): Promise<MessageRow | undefined> {
  return checkedRow(
    trx,
    MessageRow,
    sql`select ${messageColumns} from chat.messages m where m.customer_account = ${account} and ${where} limit 1`,
  );
}

const MessageState = z.object({
  message_id: z.string(),
  status: z.enum(messageStatuses),
  unsure: z.boolean(),
  withdrawn: z.boolean(),
});
type MessageState = z.infer<typeof MessageState>;

/** How messages are, for whoever had them written. */
export function listMessageStates(trx: Trx, account: string, ids: readonly string[]): Promise<MessageState[]> {
  return checkedRows(
    trx,
    MessageState,
    sql`
    select message_id, status, status = 'queued' and reason <> '' as unsure,
      status = 'queued' and deleted_at is not null and sending_at is null as withdrawn
    from chat.messages where customer_account = ${account} and message_id = any(${texts(ids)})`,
  );
}

/** A link opens the file for people of the account who are signed in; it is signed anew whenever it is shown. */
const linkSeconds = 7 * 24 * 3_600;

/** As the contract has it; what is deleted says nothing any more. */
export function shownMessage(found: MessageRow, from: { account: string; secret: string; now: Date }): Message {
  const gone = found.deleted_at !== null;
  const expires = seconds(from.now) + linkSeconds;
  const id = gone ? null : found.file_id;
  const url = id === null ? "" : signLink(from.secret, { account: from.account, id, expires, open: false });
  const text = gone ? "" : found.text;
  const meta = gone ? {} : found.meta;
  return Message.parse({
    ...found,
    by: found.author_name,
    data: { text, meta },
    date: seconds(found.at),
    isAdmin: found.is_admin,
    message: text,
    meta,
    url,
    image: found.file_type.startsWith("image/") ? url : "",
    file_id: id,
    bytes: found.file_bytes,
    deleted: gone,
  });
}

/** What stands in a list for a message. */
export function messageSummary({ type, text, file_name }: Pick<MessageRow, "type" | "text" | "file_name">): string {
  if (text !== "") return text.replace(/\s+/g, " ").slice(0, 200);
  if (type === "file") return file_name || "A file";
  return type === "form" ? "Filled in a form" : type === "unsupported" ? "A message that can't be shown here" : "";
}

/** 32 characters nobody guesses, as every message has them (R092). */
export function freshId(): string {
  return randomBytes(16).toString("hex");
}

export type NewMessage = {
  contact_id: number;
  inbox_id: number;
  message_id: string;
  provider_id?: string | null;
  author: MessageRow["author"];
  author_id?: string | null;
  author_name?: string;
  type: MessageRow["type"];
  is_admin: boolean;
  text?: string;
  meta?: Record<string, unknown>;
  file?: { id: string; name: string; type: string; bytes: number } | undefined;
  /** A file that comes later. */
  awaits?: { name: string } | undefined;
  at: Date;
  status: MessageStatus;
};

export function fileExtension(name: string): string {
  return /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? "";
}

/** Writes a message; answers nothing when the network's id, or ours, is there already. */
export async function addMessage(unit: UnitOfWork, given: NewMessage): Promise<MessageRow | undefined> {
  const { trx, account, now } = unit;
  const { file, awaits } = given;
  const name = file?.name ?? awaits?.name ?? "";
  return checkedRow(
    trx,
    MessageRow,
    sql`
    insert into chat.messages as m (customer_account, contact_id, inbox_id, message_id, provider_id, author, author_id, author_name,
      type, is_admin, text, meta, file_id, file_name, extension, file_type, file_bytes, file_status,
      at, status, status_at)
    values (${account}, ${given.contact_id}, ${given.inbox_id}, ${given.message_id}, ${given.provider_id ?? null}, ${given.author},
      ${given.author_id ?? null}, ${given.author_name ?? ""}, ${given.type}, ${given.is_admin}, ${given.text ?? ""},
      ${JSON.stringify(given.meta ?? {})}::jsonb, ${file?.id ?? null}, ${name}, ${fileExtension(name)}, ${file?.type ?? ""},
      ${file?.bytes ?? null}, ${awaits ? "fetching" : null}, ${given.at}, ${given.status}, ${now})
    on conflict do nothing returning ${messageColumns}`,
  );
}
