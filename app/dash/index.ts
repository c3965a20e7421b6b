// /dash - the dashboard (Q002)
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/dash", async () => redirect(href("/dashboard")));
