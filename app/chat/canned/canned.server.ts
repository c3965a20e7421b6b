import { filledIn } from "../../../rules/canned";
import type { Admitted } from "../../shell/page.server";
import type { Canned } from "../conversation/canned";

type CannedRequest = Pick<Admitted<"/chat/inbox">, "api" | "viewer">;

/**
 * The canned replies that this person may use, in the words of the open conversation: its customer's language, with the
 * values that are known. What is missing keeps its braces; none when they can't be had.
 */
export async function loadCanned({ api, viewer }: CannedRequest, contact: number): Promise<Canned[]> {
  const answer = await api.chat.cannedFor({ query: { contact_id: contact } });
  if (answer.status !== 200) return [];
  return answer.body.data.map(({ id, title, shortcut, text, files }) => ({
    ...{ id, title, shortcut, files },
    text: filledIn(text, { company: viewer.account_name }).text,
  }));
}

/** The same with the number of the customer's newest ticket. */
export function withTicket(canned: readonly Canned[], ticket: number | undefined): Canned[] {
  if (ticket === undefined) return [...canned];
  return canned.map((one) => ({ ...one, text: filledIn(one.text, { ticket: String(ticket) }).text }));
}
