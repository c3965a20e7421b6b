// /voice/outbound/dashboard - leads to the numbers to call, the first of its panels
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/voice/outbound/dashboard", async () =>
  redirect(href("/voice/outbound/dashboard/details")),
);
