// /whatsapp/manage/teams - the teams, which are those of all channels
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/whatsapp/manage/teams", async () => redirect(href("/chat/team/teams")));
