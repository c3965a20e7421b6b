// /dashboard/whatsapp - on to WhatsApp's first page
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/dashboard/whatsapp", async () => redirect(href("/whatsapp")));
