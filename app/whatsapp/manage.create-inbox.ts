// /whatsapp/manage/create-inbox - an inbox is a number that is added
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/whatsapp/manage/create-inbox", async () => redirect(href("/whatsapp/inboxes/addNumber")));
