// /whatsapp/reports/overview - the chat reports of WhatsApp alone
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/whatsapp/reports/overview", async () =>
  redirect(href("/chat/reports/dashboard", undefined, { channel: "whatsapp" })),
);
