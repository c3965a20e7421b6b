import { createHash } from "node:crypto";
import { brand } from "../../../rules/brand";
import type { TicketingUpstreams } from "../deps";
import type { DeliveryDeps, DeliveryOutcome, Parcel } from "./parcel";

/** The chat's own id of a comment: the same comment is the same message. */
function chatRequestId(account: string, { comment, round }: Parcel): string {
  return createHash("sha256").update(`ticket comment ${account} ${comment} ${round}`).digest("hex").slice(0, 32);
}

/** Into the customer's conversation, as a message of the person who wrote the comment. */
export async function byChat(
  { clientsOfAccount }: DeliveryDeps,
  account: string,
  parcel: Parcel,
): Promise<DeliveryOutcome> {
  const { to, body, author, author_id } = parcel;
  const answer = await clientsOfAccount(account).chat.writeFor({
    body: {
      ...{ contact_id: Number(to), message: body, request_id: chatRequestId(account, parcel), check: false },
      author: { id: author_id, name: author },
    },
  });
  if (answer.status === 201) return { state: "sent", ref: answer.body.message_id };
  return answer.status >= 500 ? { state: "later" } : { state: "failed", reason: answer.body.message };
}

/** Why nothing can be written into a conversation now; undefined when it can. */
export async function whyNoChat({ chat }: Pick<TicketingUpstreams, "chat">, contact: string, message: string) {
  const body = { contact_id: Number(contact), message, request_id: "0".repeat(32), check: true };
  const answer = await chat.writeFor({ body: { ...body, author: { id: null, name: brand.name } } });
  return answer.status === 201 ? undefined : answer.body.message;
}
