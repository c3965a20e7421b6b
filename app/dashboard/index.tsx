// /dashboard - the first page: a card per held product the viewer may see, and the first steps
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { titled } from "../kit/title";
import { NoFields } from "../kit/typed-fields";
import { act, page } from "../shell/page.server";
import { Overview } from "./overview/overview";
import { loadOverview } from "./overview/overview.server";
import { hideSteps } from "./overview/steps.server";

export const meta = titled("Dashboard");

export const loader = page("/dashboard", loadOverview);

/** Puts the first steps away for this person. */
export const action = act("/dashboard", NoFields, async ({ viewer, from }) =>
  redirect(href("/dashboard"), { headers: { "set-cookie": await hideSteps(viewer.id, from.settings) } }),
);

export default function Dashboard() {
  return <Overview {...useLoaderData<typeof loader>()} />;
}
