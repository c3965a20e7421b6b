// /dashboard/default - the first page under its other name (Q002)
import { useLoaderData } from "@remix-run/react";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { Overview } from "./overview/overview";
import { loadOverview } from "./overview/overview.server";

export const meta = titled("Dashboard");

export const loader = page("/dashboard/default", loadOverview);

export default function DefaultDashboard() {
  return <Overview {...useLoaderData<typeof loader>()} />;
}
