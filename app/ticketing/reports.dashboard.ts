// /ticketing/reports/dashboard - on to its default view, the dispositions
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/ticketing/reports/dashboard", async ({ url }) =>
  redirect(`${href("/ticketing/reports/dashboard/dispositions")}${url.search}`),
);
