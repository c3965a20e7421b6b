import { redirect } from "@remix-run/node";
import { parsePeriod } from "../../../rules/days";
import { mustSubscribe } from "../../access";
import { href } from "../../href";
import { nextStep } from "../../kit/first-steps";
import { firstSteps } from "../../kit/first-steps.server";
import type { Admitted } from "../../shell/page.server";
import type { Path } from "../../sitemap";
import { loadDashboard } from "./cards.server";
import { stepsHidden } from "./steps.server";

/** The loader of the first page; an account without products chooses one first (Q012). */
export async function loadOverview({ api, viewer, request, from, url }: Admitted<Path>) {
  if (mustSubscribe(viewer)) throw redirect(href("/subscribe"));
  const hidden = await stepsHidden(request, viewer.id, from.settings);
  const [figures, groups] = await Promise.all([
    loadDashboard(api, viewer, parsePeriod(url.searchParams.get("days"))),
    hidden ? [] : firstSteps(api, viewer),
  ]);
  const next = nextStep(groups);
  return {
    name: viewer.name.split(" ")[0] ?? viewer.name,
    account: { name: viewer.account_name, number: viewer.customer_account },
    zone: viewer.time_zone,
    steps: next ? { groups, next } : null,
    ...figures,
  };
}
