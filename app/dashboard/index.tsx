// /dashboard - the first page: a card per held product the viewer may see, and the first steps
import { type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { href } from "../href";
import { page, receive } from "../shell/page.server";
import { Overview } from "./overview";
import { loadOverview } from "./overview.server";
import { hideSteps } from "./steps.server";

export const meta: MetaFunction = () => [{ title: `Dashboard - ${brand.name}` }];

export const loader = page("/dashboard", loadOverview);

/** Puts the first steps away for this person. */
export const action = receive("/dashboard", async ({ viewer, from }) =>
  redirect(href("/dashboard"), { headers: { "set-cookie": await hideSteps(viewer.id, from.settings) } }),
);

export default function Dashboard() {
  return <Overview {...useLoaderData<typeof loader>()} />;
}
