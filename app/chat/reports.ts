// /chat/reports - on to its default view, the dashboard
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/chat/reports", async ({ url }) =>
  redirect(`${href("/chat/reports/dashboard")}${url.search}`),
);
