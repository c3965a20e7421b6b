// /ticketing/show/:index/comments - what was said on a ticket, and the answer
import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { formBody } from "../../services/ticketing/contract.forms";
import { ActionNotice } from "../kit/action-notice";
import { done, page, receive } from "../shell/page.server";
import { CommentsPanel } from "./comments-panel";
import { readForm } from "./form.server";
import { draftOf, loadComments, loadTicket, loadWays, numberOf, refuseIn, ticketPage } from "./ticket.server";
import { TicketFrame } from "./ticket-frame";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Comments on #${data?.ticket.id ?? ""} - ${brand.name}` },
];

export const loader = page("/ticketing/show/:index/comments", async (given) => {
  const base = await loadTicket(given);
  const [comments, ways] = await Promise.all([loadComments(given, base.ticket), loadWays(given, base.ticket)]);
  return { ...base, comments, ways, draft: draftOf(given, base.ticket, comments) };
});

export const action = receive("/ticketing/show/:index/comments", async (given) => {
  const { api, request, from } = given;
  const form = await readForm(api, request);
  const resend = Number(form.value("resend"));
  if (resend > 0) {
    const answer = await api.ticketing.resendComment({ params: { id: resend } });
    const none = { typed: undefined, files: [], errors: {} };
    if (answer.status !== 201) return refuseIn(answer.body, none);
    return done(from, ticketPage(given), answer.body.message, "Sent again");
  }
  const typed = {
    body: form.value("body"),
    kind: form.value("kind") === "internal" ? "internal" : "public",
    author_kind: form.value("author_kind") === "customer" ? "customer" : "staff",
    reply_by: form.value("reply_by"),
  };
  const key = form.value("key");
  const seen = {
    version: form.value("version"),
    newest_comment: form.value("newest_comment"),
    ...(key ? { message_id: `form:${key}` } : {}),
  };
  const kept = { typed, files: form.files };
  if (form.wrong) return refuseIn({ status: 422, message: form.wrong }, { ...kept, errors: { files: [form.wrong] } });
  const answer = await api.ticketing.comment({
    params: { id: await numberOf(given) },
    stream: formBody({ ...typed, ...seen, file_ids: form.files.map(({ id }) => id) }).stream,
  });
  if (answer.status !== 201) return refuseIn(answer.body, { ...kept, errors: answer.body.errors ?? {} });
  return done(from, ticketPage(given), answer.body.message, "Added");
});

export default function Comments() {
  const { ticket, zone, now, oversees, comments, ways, draft } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return (
    <TicketFrame {...{ ticket, zone, now, oversees }}>
      <ActionNotice notice={last && Object.keys(last.errors).length === 0 ? last.notice : undefined} />
      <CommentsPanel
        ticket={ticket}
        comments={comments}
        draft={draft}
        ways={ways}
        zone={zone}
        {...(last ? { ...(last.typed ? { typed: last.typed } : {}), files: last.files, errors: last.errors } : {})}
      />
    </TicketFrame>
  );
}
