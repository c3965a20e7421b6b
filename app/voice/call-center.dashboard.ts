// /voice/call-center/dashboard - leads to the call centre, whose panels are below it
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/voice/call-center/dashboard", async () => redirect(href("/voice/call-center")));
