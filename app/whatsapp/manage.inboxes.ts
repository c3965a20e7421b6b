// /whatsapp/manage/inboxes - another name of /whatsapp/inboxes
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/whatsapp/manage/inboxes", async () => redirect(href("/whatsapp/inboxes")));
