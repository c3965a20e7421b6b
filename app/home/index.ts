// / - home: the dashboard for everyone signed in (Q001)
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/", async () => redirect(href("/dashboard")));
