// /whatsapp/manage/labels - the labels of conversations, which are those of all channels
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/whatsapp/manage/labels", async () => redirect(href("/chat/settings/labels")));
