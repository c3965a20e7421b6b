import { z } from "zod";
import type { Message } from "../../../services/chat/contract.schemas";
import type { ServiceClients } from "../../../services/modules";
import type { KeptFile } from "../../kit/file-upload";
import { typedId, typedText } from "../../kit/typed-fields";

/** What was written, as it stands in the composer. */
export type SubmittedReply = {
  request_id: string;
  type: "text" | "note";
  message: string;
  files: KeptFile[];
  fix?: number;
  take?: true;
  /** A colleague chosen from the list, as they are mentioned. */
  mention?: string;
};

export type SendResult = { status: 201; messages: Message[] } | { status: number; message: string };

/** What the composer posts. */
export const ReplyFields = z.object({
  request_id: typedText,
  type: z.enum(["text", "note"]).catch("text"),
  message: typedText,
  /** A failed message that is corrected, and what it said. */
  fix: typedId,
  was: typedText,
  take: typedText,
  mention: typedText,
});

export function writtenFrom(value: z.output<typeof ReplyFields>, files: KeptFile[]): SubmittedReply {
  const { request_id, type, message, fix, take, mention } = value;
  return {
    ...{ request_id, type, message, files },
    ...(fix ? { fix } : {}),
    ...(take === "1" ? { take: true as const } : {}),
    ...(mention ? { mention } : {}),
  };
}

/** An answer to a conversation that waits takes it first; one that is one's own by now is as good as taken. */
async function take(api: ServiceClients, id: number): Promise<SendResult | undefined> {
  const taken = await api.chat.startContact({ params: { id } });
  return taken.status === 201 ? undefined : { status: taken.status, message: taken.body.message };
}

/**
 * Writes to the customer, or a note. A failed message that was mended goes out anew and its old one is taken away; one
 * that was not changed is really sent again.
 */
export async function send(
  api: ServiceClients,
  contact: number,
  written: SubmittedReply,
  was?: string,
): Promise<SendResult> {
  const { request_id, type, files, fix, mention } = written;
  if (mention && type === "text")
    return {
      status: 422,
      message: "Only a private note can mention a colleague. Choose Private note, or mention no one.",
    };
  const message = mention ? `${written.message.trimEnd()} @${mention}`.trim() : written.message;
  if (fix && type === "text" && files.length === 0 && was !== undefined && message.trim() === was.trim()) {
    const again = await api.chat.resendMessage({ params: { id: fix } });
    return again.status === 201
      ? { status: 201, messages: [again.body.message] }
      : { status: again.status, message: again.body.message };
  }
  if (message.trim() === "" && files.length === 0)
    return { status: 422, message: type === "note" ? "Write the note first." : "Write something, or attach a file." };
  const refusal = written.take && type === "text" ? await take(api, contact) : undefined;
  if (refusal) return refusal;
  const answer = await api.chat.sendMessage({
    params: { id: contact },
    body: { request_id, type, message, file_ids: files.map(({ id }) => id) },
  });
  if (answer.status !== 201) return { status: answer.status, message: answer.body.message };
  // The new one is out: should the old one not go, it stays beside it with its reason.
  if (fix) await api.chat.deleteMessage({ params: { id: fix } });
  return answer.body;
}
