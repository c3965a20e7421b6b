import { redirect } from "@remix-run/node";
import { lacks, mustSubscribe, type Viewer } from "../access";
import { href } from "../href";
import { placeOf } from "../sitemap";

/** Which of the money pages the viewer may open; an account without products chooses one first (Q012). */
export function moneyPages(viewer: Viewer) {
  if (mustSubscribe(viewer)) throw redirect(href("/subscribe"));
  const may = (path: Parameters<typeof placeOf>[0]) => !lacks(viewer, placeOf(path));
  return {
    chat: may("/dashboard/products/chat"),
    value: may("/dashboard/purchase-value"),
    messages: may("/dashboard/billing-message-transaction"),
  };
}
