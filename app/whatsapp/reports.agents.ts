// /whatsapp/reports/agents - the chat report by agent of WhatsApp alone
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/whatsapp/reports/agents", async () =>
  redirect(href("/chat/reports/agents", undefined, { channel: "whatsapp" })),
);
