import { z } from "zod";
import { typedId, typedText } from "../../kit/typed-fields";
import { done, expectStatus, type FormRequest } from "../../shell/page.server";
import { newRequestId } from "../conversation/outbox";
import type { InboxRequest } from "./inbox.server";
import { inboxHref } from "./inbox-links";

/** Who may be written to first: those found, or the one that was chosen. */
export async function loadStarting({ api }: InboxRequest, find: string, person: number | undefined) {
  const answer = await api.chat.reach({ query: { q: find, ...(person ? { person } : {}) } });
  // The customer was removed meanwhile: the search is what is left.
  const found = answer.status === 404 ? [] : expectStatus(answer, 200).data;
  return { find, person: found.length > 0 ? person : undefined, data: found, request_id: newRequestId() };
}
export type Starting = Awaited<ReturnType<typeof loadStarting>>;

/** Whom a conversation is begun with, by which contact point, and its first message. */
export const StartFields = z.object({ point: typedText, message: typedText, request_id: typedText, person: typedId });

/** Begins a conversation; what can't be sent comes back with its reason, and with what was written. */
export async function beginWith(
  { api, url, from, refuse }: Pick<FormRequest<"/chat/inbox", z.ZodType>, "api" | "url" | "from" | "refuse">,
  { point, message, request_id, person }: z.output<typeof StartFields>,
) {
  const [, inbox = "", external_id = ""] = /^(\d{1,15}) (.+)$/s.exec(point) ?? [];
  if (inbox === "") return refuse({ message: "Choose a stage." });
  const empty = "Write the first message.";
  if (message.trim() === "") return refuse({ message: empty, errors: { message: [empty] } });
  const answer = await api.chat.writeFirst({
    body: { inbox_id: Number(inbox), external_id, request_id, message, ...(person ? { person } : {}) },
  });
  if (answer.status !== 201) return refuse({ status: answer.status, message: answer.body.message });
  return done(from, inboxHref(url.search, { chat: answer.body.contact.contact_id }), answer.body.message, "Started");
}
