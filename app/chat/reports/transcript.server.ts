import { brand } from "../../../rules/brand";
import type { Message } from "../../../services/chat/contract.schemas";
import type { ServiceClients } from "../../../services/modules";
import type {} from "../../shell/context.server";
import { expectStatus } from "../../shell/page.server";
import { factLines } from "../conversation/message-facts";

type Notes = "yes" | "no";

/** Private notes are the team's own: in a transcript that may go to a customer they are only where they are asked for. */
export function notesIn(url: URL): Notes {
  return url.searchParams.get("notes") === "yes" ? "yes" : "no";
}

/** Who says a message, as a transcript has it. */
export function whoSays({ author, by, type, isAdmin }: Pick<Message, "author" | "by" | "type" | "isAdmin">): string {
  if (type === "note") return `Private note${by ? ` of ${by}` : ""}`;
  if (author === "bot") return "Bot";
  return by || (isAdmin ? brand.name : "The customer");
}

/** What a message says in plain text. */
export function messageText(given: Message): string {
  const { message, file_name, deleted, type } = given;
  if (deleted) return "(deleted)";
  const parts = [message, file_name === "" ? "" : `(file: ${file_name})`].filter(Boolean);
  const { above, below } = factLines(given);
  return [...above, ...(parts.length > 0 ? parts : [`(${type})`]), ...below].join("\n");
}

/** All messages of a conversation in order, read page by page as they are taken. */
export async function* readMessages(api: ServiceClients, id: number, notes: Notes): AsyncGenerator<Message> {
  for (let after: string | undefined; ; ) {
    const query = { notes, limit: 500, ...(after === undefined ? {} : { after }) };
    const { data, next } = expectStatus(await api.chat.transcriptMessages({ params: { id }, query }), 200);
    yield* data;
    if (next === null) return;
    after = next;
  }
}

/** More than this is for a file, and not for a page. */
const most = 2_000;

export async function readAll(
  api: ServiceClients,
  id: number,
  notes: Notes,
): Promise<{ messages: Message[]; more: boolean }> {
  const messages: Message[] = [];
  for await (const message of readMessages(api, id, notes)) {
    if (messages.length === most) return { messages, more: true };
    messages.push(message);
  }
  return { messages, more: false };
}
