// /setup/emchat - another name of /setup/chats (Q085)
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/setup/emchat", async () => redirect(href("/setup/chats")));
