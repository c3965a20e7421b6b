// /whatsapp/reports/teams - the chat report by team of WhatsApp alone
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/whatsapp/reports/teams", async () =>
  redirect(href("/chat/reports/teams", undefined, { channel: "whatsapp" })),
);
