import { redirect } from "@remix-run/node";
import type { Product } from "../../../rules/access";
import { mustSubscribe } from "../../access";
import { href } from "../../href";
import { mayPay } from "../../kit/money/access";
import { type Admitted, expectStatus } from "../../shell/page.server";
import type { Path } from "../../sitemap";
import { listNeeds } from "./needs.server";

/** The loader of one product's set-up page; an account without products chooses one first (Q012). */
export async function loadSetup<P extends Path>({ api, viewer, url }: Admitted<P>, product: Product) {
  if (mustSubscribe(viewer)) throw redirect(href("/subscribe"));
  const { data } = expectStatus(await api.billing.products({}), 200);
  const tile = data.find((one) => one.product === product);
  if (!tile) throw new Response("This product is not on offer.", { status: 404 });
  return {
    tile,
    needs: await listNeeds(api, viewer, tile, url.pathname.replace(/\.data$/, "")),
    mayPay: mayPay(viewer),
    zone: viewer.time_zone,
  };
}
