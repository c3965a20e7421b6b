import { redirect } from "@remix-run/node";
import { missingAccess, mustSubscribe, type Viewer } from "../../access";
import { href } from "../../href";
import { routeFor } from "../../sitemap";

/** Which of the money pages the viewer may open; an account without products chooses one first (Q012). */
export function moneyPages(viewer: Viewer) {
  if (mustSubscribe(viewer)) throw redirect(href("/subscribe"));
  const may = (path: Parameters<typeof routeFor>[0]) => !missingAccess(viewer, routeFor(path));
  return {
    chat: may("/dashboard/products/chat"),
    value: may("/dashboard/purchase-value"),
    messages: may("/dashboard/billing-message-transaction"),
  };
}
