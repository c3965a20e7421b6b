import { data } from "@remix-run/node";
import { done, expectStatus } from "../shell/page.server";
import type { InboxRequest } from "./desk.server";
import { deskTo } from "./desk-links";
import type { Posted } from "./form.server";
import { newRequestId } from "./outbox";

/** Who may be written to first: those found, or the one that was chosen. */
export async function loadStarting({ api }: InboxRequest, find: string, person: number | undefined) {
  const answer = await api.chat.reach({ query: { q: find, ...(person ? { person } : {}) } });
  // The customer was removed meanwhile: the search is what is left.
  const found = answer.status === 404 ? [] : expectStatus(answer, 200).data;
  return { find, person: found.length > 0 ? person : undefined, data: found, request_id: newRequestId() };
}
export type Starting = Awaited<ReturnType<typeof loadStarting>>;

/** Begins a conversation; what can't be sent comes back with its reason, and with what was written. */
export async function beginWith({ api, url, from }: InboxRequest, form: Posted) {
  const way = form.value("way");
  const message = form.value("message");
  const [, inbox = "", external_id = ""] = /^(\d{1,15}) (.+)$/s.exec(way) ?? [];
  const refused = (status: number, words: string, errors: Record<string, string[]> = {}) => {
    const notice = { level: "warning" as const, title: "Warning", message: words };
    const told = Object.keys(errors).length > 0 ? undefined : notice;
    return data(
      { written: null, began: { way, message, errors }, notice: told },
      { status: status === 406 ? 422 : status },
    );
  };
  if (inbox === "") return refused(422, "Choose a stage.");
  if (message.trim() === "") return refused(422, "Write the first message.", { message: ["Write the first message."] });
  const request_id = form.value("request_id");
  const person = form.number("person");
  const answer = await api.chat.writeFirst({
    body: { inbox_id: Number(inbox), external_id, request_id, message, ...(person ? { person } : {}) },
  });
  if (answer.status !== 201) return refused(answer.status, answer.body.message);
  return done(from, deskTo(url.search, { chat: answer.body.contact.contact_id }), answer.body.message, "Started");
}
