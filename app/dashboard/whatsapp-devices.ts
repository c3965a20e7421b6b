// /dashboard/whatsapp-devices - the connection of each number
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/dashboard/whatsapp-devices", async () => redirect(href("/whatsapp/status")));
