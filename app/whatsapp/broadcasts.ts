// /whatsapp/broadcasts - another name of /whatsapp/inboxes/broadcasts
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/whatsapp/broadcasts", async () => redirect(href("/whatsapp/inboxes/broadcasts")));
