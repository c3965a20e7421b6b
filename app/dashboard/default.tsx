// /dashboard/default - the first page under its other name (Q002)
import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { page } from "../shell/page.server";
import { Overview } from "./overview";
import { loadOverview } from "./overview.server";

export const meta: MetaFunction = () => [{ title: `Dashboard - ${brand.name}` }];

export const loader = page("/dashboard/default", loadOverview);

export default function DefaultDashboard() {
  return <Overview {...useLoaderData<typeof loader>()} />;
}
