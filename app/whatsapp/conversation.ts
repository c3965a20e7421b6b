// /whatsapp/conversation - the conversations of WhatsApp, in the inbox of all channels
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/whatsapp/conversation", async () =>
  redirect(href("/chat/inbox", undefined, { channel: "whatsapp" })),
);
