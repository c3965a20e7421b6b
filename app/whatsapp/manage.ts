// /whatsapp/manage - on to the numbers
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/whatsapp/manage", async () => redirect(href("/whatsapp/inboxes")));
