import { redirect } from "@remix-run/node";
import { mustSubscribe } from "../access";
import { href } from "../href";
import type { Admitted } from "../shell/page.server";
import type { Path } from "../sitemap";
import { dashboardOf } from "./cards.server";
import { stepsHidden } from "./steps.server";

/** The loader of the first page; an account without products chooses one first (Q012). */
export async function loadOverview({ ask, viewer, request, from }: Admitted<Path>) {
  if (mustSubscribe(viewer)) throw redirect(href("/subscribe"));
  return {
    name: viewer.name.split(" ")[0] ?? viewer.name,
    account: { name: viewer.account_name, number: viewer.customer_account },
    zone: viewer.time_zone,
    hidden: await stepsHidden(request, viewer.id, from.settings),
    ...(await dashboardOf(ask, viewer)),
  };
}
