// /chat/inbox/live - what the inbox asks and says between two page loads, as JSON: earlier messages, sending, typing
import { redirect } from "@remix-run/node";
import { z } from "zod";
import { typedId } from "../kit/typed-fields";
import { page, receive } from "../shell/page.server";
import { submit } from "../shell/post.server";
import { ReplyFields, send, writtenFrom } from "./conversation/send.server";
import { inboxSearch } from "./inbox/inbox.server";
import { inboxHref } from "./inbox/inbox-links";

export const loader = page("/chat/inbox/live", async ({ api, url }) => {
  const { chat, before } = inboxSearch(url);
  if (!chat || !before) return redirect(inboxHref(url.search));
  const answer = await api.chat.messages({ params: { id: chat }, query: { before } });
  return Response.json(answer.body, { status: answer.status });
});

const LiveForm = ReplyFields.extend({
  what: z.enum(["read", "typing", "viewing", "gone", "write"]).catch("write"),
  upto: typedId,
});

export const action = receive("/chat/inbox/live", async (given) => {
  const { api, url } = given;
  const id = inboxSearch(url).chat;
  const { submission, files, fileProblem } = await submit(given, LiveForm, { files: "chat" });
  if (!id || submission.status !== "success" || fileProblem)
    return Response.json({ message: fileProblem?.message ?? "Choose a conversation." }, { status: 422 });
  const { what, upto, ...reply } = submission.value;
  if (what === "read") {
    const answer = await api.chat.readContact({ params: { id }, body: upto ? { upto } : {} });
    return Response.json(answer.body, { status: answer.status });
  }
  if (what !== "write") {
    const answer = await api.chat.typing({ params: { id }, body: { what } });
    return Response.json(answer.body, { status: answer.status });
  }
  const { status, ...said } = await send(api, id, writtenFrom(reply, files), reply.fix ? reply.was : undefined);
  return Response.json(said, { status: status === 406 ? 422 : status });
});
