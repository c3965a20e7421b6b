// /dashboard/supervisor - leads to the monitor, which it is another name of
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/dashboard/supervisor", async () => redirect(href("/voice/monitor")));
