// /ticketing/show/:index/comments - what was said on a ticket, and the answer
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { formBody } from "../../services/ticketing/contract.forms";
import { PostResult } from "../kit/post-result";
import { titledBy } from "../kit/title";
import { typedId, typedText } from "../kit/typed-fields";
import { act, done, page } from "../shell/page.server";
import { CommentsPanel } from "./ticket/comments-panel";
import {
  commentDraft,
  loadComments,
  loadReplyChannels,
  loadTicket,
  loadTicketNumber,
  ticketPage,
} from "./ticket/ticket.server";
import { TicketFrame } from "./ticket/ticket-frame";

export const meta = titledBy<typeof loader>(({ data }) => `Comments on #${data?.ticket.id ?? ""}`);

export const loader = page("/ticketing/show/:index/comments", async (given) => {
  const base = await loadTicket(given);
  const [comments, channels] = await Promise.all([
    loadComments(given, base.ticket),
    loadReplyChannels(given, base.ticket),
  ]);
  return { ...base, comments, channels, draft: commentDraft(given, base.ticket, comments) };
});

const CommentForm = z.object({
  resend: typedId,
  key: typedText,
  version: typedText,
  newest_comment: typedText,
  body: typedText,
  kind: z.enum(["public", "internal"]).catch("public"),
  author_kind: z.enum(["staff", "customer"]).catch("staff"),
  reply_by: typedText,
});

export const action = act(
  "/ticketing/show/:index/comments",
  CommentForm,
  async (given) => {
    const { api, from, value, files, refuse } = given;
    const { resend, key, ...comment } = value;
    if (resend > 0) {
      const answer = await api.ticketing.resendComment({ params: { id: resend } });
      if (answer.status !== 201) return refuse(answer.body);
      return done(from, ticketPage(given), answer.body.message, "Sent again");
    }
    const body = {
      ...comment,
      ...(key ? { message_id: `form:${key}` } : {}),
      file_ids: files.map(({ id }) => id),
    };
    const params = { id: await loadTicketNumber(given) };
    const answer = await api.ticketing.comment({ params, stream: formBody(body).stream });
    return answer.status === 201 ? done(from, ticketPage(given), answer.body.message, "Added") : refuse(answer.body);
  },
  { files: "ticket" },
);

/** The ID of a field of the comment's form. */
function fieldId(name: string): string {
  if (name === "body") return "comment";
  return name === "files" ? "comment-files" : `comment-${name}`;
}

export default function Comments() {
  const { ticket, zone, now, oversees, comments, channels, draft } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return (
    <TicketFrame {...{ ticket, zone, now, oversees }}>
      <PostResult last={last} idOf={fieldId} />
      <CommentsPanel ticket={ticket} comments={comments} draft={draft} channels={channels} zone={zone} last={last} />
    </TicketFrame>
  );
}
