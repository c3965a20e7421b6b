// /voice/inbound/dashboard - leads to the call centre, which it is another name of
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/voice/inbound/dashboard", async () => redirect(href("/voice/call-center")));
