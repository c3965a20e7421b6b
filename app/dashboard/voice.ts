// /dashboard/voice - leads to the dashboard of calls
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/dashboard/voice", async () => redirect(href("/voice/dashboard")));
