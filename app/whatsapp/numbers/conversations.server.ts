import { redirect } from "@remix-run/node";
import { href } from "../../href";
import { expectStatus, page } from "../../shell/page.server";

/** Leads to the inbox with the conversations of one number alone. */
export function conversationsLoader(path: "/whatsapp/:inboxId" | "/whatsapp/inboxes/:inboxId") {
  return page(path, async ({ api, params }) => {
    const { data } = expectStatus(await api.whatsapp.numbers({}), 200);
    const found = data.find(({ id }) => String(id) === params.inboxId);
    if (!found) throw new Response("There is no such WhatsApp number.", { status: 404 });
    return redirect(href("/chat/inbox", undefined, { inbox: found.inbox_id }));
  });
}
