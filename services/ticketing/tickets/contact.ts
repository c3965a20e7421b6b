import { HttpError } from "../../kit/serve";
import type { TicketingUpstreams } from "../deps";

/**
 * A ticket's contact is a conversation of the same account. When the chat service can't be asked the ticket is not held
 * up. @throws HttpError 422
 */
export async function mustKnowContact({ chat }: TicketingUpstreams, contact_id: string | undefined): Promise<void> {
  if (!contact_id) return;
  const known =
    /^[1-9]\d{0,14}$/.test(contact_id) && (await chat.contact({ params: { id: Number(contact_id) } })).status !== 404;
  const words = "There is no such contact.";
  if (!known) throw new HttpError(422, words, { contact_id: [words] });
}
