// /whatsapp/manage/create-team - a new team, in its drawer
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/whatsapp/manage/create-team", async () =>
  redirect(href("/chat/team/teams/:id", { id: "new" })),
);
