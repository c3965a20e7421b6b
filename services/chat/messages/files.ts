import { sql } from "kysely";
import { sendLater } from "../../kit/jobs";
import type { Message } from "../contract.schemas";
import { tellMessage } from "../records/message-events";
import { fileExtension, messageRow } from "../records/messages";
import { ConflictError } from "../workspace/conflict";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { mustHaveMessage, sameLatest } from "./changes";
import type { File } from "./send";

/** The job that asks the network for a file again. */
export const fetchFileTask = "chat.fetch-file";

/** A file that was waited for; or why it did not come. `refused`: it never will. */
export type FileNews = { message_id: string; file?: File | undefined; reason: string; refused: boolean };

/** The file of a message that is here already. @returns whether the message still wants it */
export async function takeFile(unit: UnitOfWork, { message_id, file, reason, refused }: FileNews): Promise<boolean> {
  const { trx, account } = unit;
  await sql`
    select 1 from chat.messages where customer_account = ${account} and message_id = ${message_id} for update`.execute(
    trx,
  );
  const found = await messageRow(trx, account, sql`m.message_id = ${message_id}`);
  if (!found || found.deleted_at) return false;
  // Told once more: it has it.
  if (!found.file_status) return file !== undefined && found.file_id === file.id;
  const status = file ? null : refused ? ("refused" as const) : ("failed" as const);
  const kept = file
    ? {
        ...{ file_id: file.id, file_name: file.name, file_type: file.type, file_bytes: file.bytes },
        extension: fileExtension(file.name),
      }
    : {};
  const next = { ...found, ...kept, file_status: status, reason: file ? "" : reason };
  await sql`
    update chat.messages set file_id = ${next.file_id}, file_name = ${next.file_name}, extension = ${next.extension},
      file_type = ${next.file_type}, file_bytes = ${next.file_bytes}, file_status = ${status}, reason = ${next.reason}
    where customer_account = ${account} and id = ${found.id}`.execute(trx);
  await sameLatest(unit, found, next);
  await tellMessage(unit, next, "file");
  return true;
}

/** Asks the network for a file that could not be fetched. @throws ConflictError 406, HttpError 404 */
export async function retryFile(unit: UnitOfWork, id: number): Promise<Message> {
  const { trx, account } = unit;
  const found = await mustHaveMessage(unit, id);
  if (found.file_status !== "failed" || found.deleted_at)
    throw new ConflictError(406, "Only a file that could not be fetched can be asked for again.");
  await sql`
    update chat.messages set file_status = 'fetching', reason = ''
    where customer_account = ${account} and id = ${id}`.execute(trx);
  await sendLater(trx, fetchFileTask, { account, message: found.message_id });
  return tellMessage(unit, { ...found, file_status: "fetching", reason: "" }, "file");
}
