// /whatsapp/reports/labels - the chat report by label of WhatsApp alone
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/whatsapp/reports/labels", async () =>
  redirect(href("/chat/reports/labels", undefined, { channel: "whatsapp" })),
);
