// /whatsapp/reports - on to the overview
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/whatsapp/reports", async () => redirect(href("/whatsapp/reports/overview")));
