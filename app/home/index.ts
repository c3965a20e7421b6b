// / - home: the dashboard, or the products for an account that has none yet (Q001, Q012)
import { redirect } from "@remix-run/node";
import { mustSubscribe } from "../access";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/", async ({ viewer }) =>
  redirect(href(mustSubscribe(viewer) ? "/subscribe" : "/dashboard")),
);
