// /ticketing/reports - on to the reports' dashboard
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/ticketing/reports", async ({ url }) =>
  redirect(`${href("/ticketing/reports/dashboard/dispositions")}${url.search}`),
);
