import { z } from "zod";
import { formBody, type TicketField } from "../../../services/ticketing/contract.forms";
import type { TicketDetail } from "../../../services/ticketing/contract.schemas";
import { href } from "../../href";
import type { RefusedPost } from "../../kit/refused-post";
import { typedId, typedText } from "../../kit/typed-fields";
import { type Admitted, done, expectStatus } from "../../shell/page.server";
import type { Submitted } from "../../shell/post.server";
import { loadChoices } from "../kit/choices.server";
import { oversees } from "../kit/rights";

export type TicketRequest = Pick<
  Admitted<"/ticketing/show/:index">,
  "api" | "params" | "viewer" | "url" | "from" | "request"
>;

/** The ticket behind the address (its number or its uuid), and what every panel needs. */
export async function loadTicket({ api, params, viewer }: TicketRequest) {
  const ticket = expectStatus(await api.ticketing.ticket({ params: { id: params.index } }), 200);
  return { ticket, zone: viewer.time_zone, now: Date.now(), oversees: oversees(viewer) };
}

export async function loadTicketChoices({ api }: TicketRequest) {
  return loadChoices(api);
}

/** What the comment form was drawn under: sent with it, so that one post is one comment and says what was read. */
export function commentDraft(
  { from }: TicketRequest,
  ticket: TicketDetail,
  comments: { data: { id: number }[]; current_page: number },
) {
  const newest = comments.current_page === 1 ? (comments.data[0]?.id ?? 0) : undefined;
  return { key: from.requestId, version: ticket.version, newest };
}
export type TicketDraft = ReturnType<typeof commentDraft>;

/** Newest first, a page at a time (?page=). */
export async function loadComments({ api, url }: TicketRequest, ticket: TicketDetail) {
  const page = Number(url.searchParams.get("page")) || 1;
  return expectStatus(await api.ticketing.comments({ params: { id: ticket.id }, query: { page, per_page: 50 } }), 200);
}

/** By which channels a public comment can go; none where they can't be told. */
export async function loadReplyChannels({ api }: TicketRequest, ticket: TicketDetail) {
  const answer = await api.ticketing.replyChannels({ params: { id: ticket.id } });
  return answer.status === 200 ? answer.body.data : [];
}

export async function loadHistory({ api, url }: TicketRequest, ticket: TicketDetail) {
  const page = Number(url.searchParams.get("page")) || 1;
  return expectStatus(await api.ticketing.history({ params: { id: ticket.id }, query: { page, per_page: 50 } }), 200);
}

/** The number of the ticket in the address, for a call that takes no uuid. */
export async function loadTicketNumber({ api, params }: TicketRequest): Promise<number> {
  if (/^\d+$/.test(params.index)) return Number(params.index);
  return expectStatus(await api.ticketing.ticket({ params: { id: params.index } }), 200).id;
}

/** Back to the ticket as a whole, or to the panel that was asked for. */
export function ticketPage(given: TicketRequest): string {
  const back = given.url.searchParams.get("to");
  const base = href("/ticketing/show/:index", { index: given.params.index });
  return back && /^[a-z]+$/.test(back) ? `${base}/${back}` : base;
}

export type ShownConflict = { field: string; yours: string; theirs: string; by: string; at: string };

/** Fields of a ticket, each with what stood there when the form was drawn (`was_<field>`). */
export function ticketFields(fields: readonly TicketField[]) {
  const names = fields.flatMap((field) => [field, `was_${field}`]);
  return z.object({
    version: typedId,
    ...(Object.fromEntries(names.map((name) => [name, typedText])) as Record<
      TicketField | `was_${TicketField}`,
      typeof typedText
    >),
  });
}
type SentFields = z.output<ReturnType<typeof ticketFields>>;

/**
 * Saves the fields that were changed since the form was drawn: what somebody else changed meanwhile in other fields
 * stays. The same field changed by both comes back with who and when (409).
 */
export async function saveFields(
  given: TicketRequest & Pick<Submitted, "refuse">,
  sent: Partial<SentFields>,
  fields: readonly TicketField[],
) {
  const { api, from, refuse } = given;
  const changed: Partial<Record<TicketField, string>> = Object.fromEntries(
    fields.flatMap((field) => {
      const asked = sent[field] ?? "";
      return asked === (sent[`was_${field}`] ?? "") ? [] : [[field, asked]];
    }),
  );
  // The menu offers dispositions and sub-dispositions as one: choosing one of them clears the other.
  if ("disposition_id" in changed) changed.sub_disposition_id = "";
  const none: { conflicts: ShownConflict[] } = { conflicts: [] };
  if (Object.keys(changed).length === 0) return refuse({ message: "Nothing was changed." }, none);
  const { version } = sent;
  const body = { id: await loadTicketNumber(given), ...(version ? { version } : {}), ...changed };
  const answer = await api.ticketing.updateTicket({ stream: formBody(body).stream });
  if (answer.status === 201) return done(from, ticketPage(given), answer.body.message, "Saved");
  const conflicts = answer.status === 409 && "conflicts" in answer.body ? answer.body.conflicts : [];
  return refuse(answer.body, { conflicts });
}

/** A form over fields of a ticket that was refused. */
export type RefusedTicketForm = RefusedPost & { conflicts?: ShownConflict[] };
