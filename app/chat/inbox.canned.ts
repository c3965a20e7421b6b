// /chat/inbox/canned - a canned reply was put into the writing: it is counted, and its files come as one's own copies
import { redirect } from "@remix-run/node";
import { page, receive } from "../shell/page.server";
import { deskTo } from "./desk-links";
import { readForm } from "./form.server";

export const loader = page("/chat/inbox/canned", async ({ url }) => redirect(deskTo(url.search)));

export const action = receive("/chat/inbox/canned", async ({ api, request }) => {
  const form = await readForm(api, request);
  const answer = await api.chat.useCanned({ params: { id: form.number("id") ?? 0 } });
  return Response.json(answer.body, { status: answer.status });
});
