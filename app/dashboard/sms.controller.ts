// /dashboard/sms/controller - internal in the specification (Q006): leads to the summary
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/dashboard/sms/controller", async () => redirect(href("/dashboard/sms")));
