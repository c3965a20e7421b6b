import { describe, expect, test } from "vitest";
import { mayOpen } from "../../app/access";
import { allRoutes } from "../../app/sitemap";
import { noticeKind, noticeKindNames } from "../../rules/notices";

/** The page at an address: the most literal one that fits. */
function placeAt(pathname: string) {
  const fits = allRoutes.filter(({ path }) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`).test(pathname));
  const [route] = fits.sort((a, b) => a.path.split(":").length - b.path.split(":").length);
  if (!route) throw new Error(`there is no page at ${pathname}`);
  return route;
}

describe("who may read a notification may open the page that it leads to", () => {
  test.each(noticeKindNames)("%s", (name) => {
    const { products = [undefined], permissions = [undefined], path } = noticeKind(name);
    const pathname = path("12").split("?")[0] ?? "";
    for (const product of products)
      for (const permission of permissions) {
        const viewer = {
          ...{ id: "2", name: "", email: "", customer_account: "1", account_name: "", time_zone: "", user_group: "1" },
          ...{ roles: [], billing_customer_id: "" },
          permissions: permission ? [{ name: permission }] : [],
          products: product ? [{ name: product }] : [],
        };
        expect(mayOpen(viewer, placeAt(pathname)), `${product}, ${permission}: ${pathname}`).toBe(true);
      }
  });
});
