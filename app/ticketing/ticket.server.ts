import { data } from "@remix-run/node";
import { formBody, type TicketField } from "../../services/ticketing/contract.forms";
import type { TicketDetail } from "../../services/ticketing/contract.schemas";
import { href } from "../href";
import { type Admitted, done, expectStatus } from "../shell/page.server";
import { choicesOf } from "./choices.server";
import type { Posted } from "./form.server";
import { oversees } from "./rights";

export type TicketRequest = Pick<
  Admitted<"/ticketing/show/:index">,
  "api" | "params" | "viewer" | "url" | "from" | "request"
>;

/** The ticket behind the address (its number or its uuid), and what every panel needs. */
export async function loadTicket({ api, params, viewer }: TicketRequest) {
  const ticket = expectStatus(await api.ticketing.ticket({ params: { id: params.index } }), 200);
  return { ticket, zone: viewer.time_zone, now: Date.now(), oversees: oversees(viewer) };
}

export async function loadChoices({ api }: TicketRequest) {
  return choicesOf(api);
}

/** What the comment form was drawn under: sent with it, so that one post is one comment and says what was read. */
export function draftOf(
  { from }: TicketRequest,
  ticket: TicketDetail,
  comments: { data: { id: number }[]; current_page: number },
) {
  const newest = comments.current_page === 1 ? (comments.data[0]?.id ?? 0) : undefined;
  return { key: from.requestId, version: ticket.version, newest };
}
export type TicketDraft = ReturnType<typeof draftOf>;

/** Newest first, a page at a time (?page=). */
export async function loadComments({ api, url }: TicketRequest, ticket: TicketDetail) {
  const page = Number(url.searchParams.get("page")) || 1;
  return expectStatus(await api.ticketing.comments({ params: { id: ticket.id }, query: { page, per_page: 50 } }), 200);
}

/** By which ways a public comment can go; none where they can't be told. */
export async function loadWays({ api }: TicketRequest, ticket: TicketDetail) {
  const answer = await api.ticketing.replyWays({ params: { id: ticket.id } });
  return answer.status === 200 ? answer.body.data : [];
}

export async function loadHistory({ api, url }: TicketRequest, ticket: TicketDetail) {
  const page = Number(url.searchParams.get("page")) || 1;
  return expectStatus(await api.ticketing.history({ params: { id: ticket.id }, query: { page, per_page: 50 } }), 200);
}

/** The number of the ticket in the address, for a call that takes no uuid. */
export async function numberOf({ api, params }: TicketRequest): Promise<number> {
  if (/^\d+$/.test(params.index)) return Number(params.index);
  return expectStatus(await api.ticketing.ticket({ params: { id: params.index } }), 200).id;
}

/** A refusal that keeps what was typed: the server's own words as a Warning (R119). */
export function refuseIn<T extends object>(problem: { status: number; message: string }, more: T) {
  const notice = { level: "warning" as const, title: "Warning", message: problem.message };
  return data({ ...more, notice }, { status: problem.status === 400 ? 422 : problem.status });
}

/** Back to the ticket as a whole, or to the panel that was asked for. */
export function ticketPage(given: TicketRequest): string {
  const back = given.url.searchParams.get("to");
  const base = href("/ticketing/show/:index", { index: given.params.index });
  return back && /^[a-z]+$/.test(back) ? `${base}/${back}` : base;
}

export type ShownConflict = { field: string; yours: string; theirs: string; by: string; at: string };

/**
 * Saves the fields that were changed since the form was drawn (`was_<field>` says what stood there): what somebody else
 * changed meanwhile in other fields stays. The same field changed by both comes back with who and when (409).
 */
export async function saveFields(given: TicketRequest, form: Posted, fields: readonly TicketField[]) {
  const { api, from } = given;
  const typed = Object.fromEntries(fields.map((field) => [field, form.value(field)]));
  const changed: Partial<Record<TicketField, string>> = Object.fromEntries(
    fields.flatMap((field) => {
      const [asked] = form.values(field);
      const was = form.values(`was_${field}`)[0];
      return asked === undefined || asked === was ? [] : [[field, asked]];
    }),
  );
  // The menu offers dispositions and sub-dispositions as one: choosing one of them clears the other.
  if ("disposition_id" in changed) changed.sub_disposition_id = "";
  const none = { typed, errors: {} as Record<string, string[]>, conflicts: [] as ShownConflict[] };
  if (Object.keys(changed).length === 0) return refuseIn({ status: 422, message: "Nothing was changed." }, none);
  const version = Number(form.value("version")) || undefined;
  const body = { id: await numberOf(given), ...(version ? { version } : {}), ...changed };
  const answer = await api.ticketing.updateTicket({ stream: formBody(body).stream });
  if (answer.status === 201) return done(from, ticketPage(given), answer.body.message, "Saved");
  const conflicts = answer.status === 409 && "conflicts" in answer.body ? answer.body.conflicts : [];
  return refuseIn(answer.body, { typed, errors: answer.body.errors ?? {}, conflicts });
}

export type RefusedTicketForm = {
  typed: Record<string, string>;
  errors: Record<string, string[]>;
  conflicts: ShownConflict[];
  notice: { level: "warning"; title: string; message: string };
};
