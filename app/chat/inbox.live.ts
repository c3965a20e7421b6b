// /chat/inbox/live - what the inbox asks and says between two page loads, as JSON: earlier messages, sending, typing
import { redirect } from "@remix-run/node";
import { page, receive } from "../shell/page.server";
import { searchOf } from "./desk.server";
import { deskTo } from "./desk-links";
import { readForm } from "./form.server";
import { send, writtenFrom } from "./send.server";

export const loader = page("/chat/inbox/live", async ({ api, url }) => {
  const { chat, before } = searchOf(url);
  if (!chat || !before) return redirect(deskTo(url.search));
  const answer = await api.chat.messages({ params: { id: chat }, query: { before } });
  return Response.json(answer.body, { status: answer.status });
});

export const action = receive("/chat/inbox/live", async ({ api, request, url }) => {
  const id = searchOf(url).chat;
  const form = await readForm(api, request);
  if (!id || form.wrong) return Response.json({ message: form.wrong ?? "Choose a conversation." }, { status: 422 });
  const what = form.value("what");
  if (what === "read") {
    const upto = form.number("upto");
    const answer = await api.chat.readContact({ params: { id }, body: upto ? { upto } : {} });
    return Response.json(answer.body, { status: answer.status });
  }
  if (what === "typing" || what === "viewing" || what === "gone") {
    const answer = await api.chat.typing({ params: { id }, body: { what } });
    return Response.json(answer.body, { status: answer.status });
  }
  const { status, ...said } = await send(api, id, writtenFrom(form), form.values("was")[0]);
  return Response.json(said, { status: status === 406 ? 422 : status });
});
