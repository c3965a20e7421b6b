// /chat/inbox/canned - a canned reply was put into the writing: it is counted, and its files come as one's own copies
import { redirect } from "@remix-run/node";
import { z } from "zod";
import { typedId } from "../kit/typed-fields";
import { page, receive } from "../shell/page.server";
import { submit } from "../shell/post.server";
import { inboxHref } from "./inbox/inbox-links";

export const loader = page("/chat/inbox/canned", async ({ url }) => redirect(inboxHref(url.search)));

export const action = receive("/chat/inbox/canned", async (given) => {
  const { submission } = await submit(given, z.object({ id: typedId }), {});
  const id = submission.status === "success" ? submission.value.id : 0;
  const answer = await given.api.chat.useCanned({ params: { id } });
  return Response.json(answer.body, { status: answer.status });
});
