import { expect, test } from "vitest";
import { allRoutes } from "../../app/sitemap";
import { type Product, withAliases } from "../../rules/access";
import { chatChannels, isComing, offers } from "../../services/billing/price-list";
import { offered, oneName } from "../../services/billing/products/plans";

const everyName = Object.keys(offers) as Product[];
const urls = new Set<string>(allRoutes.map(({ path }) => path));

/** Pages in the menu that an account has because of this product. */
function pagesOf(product: Product): string[] {
  const names = withAliases([product]);
  return allRoutes
    .filter((line) => line.menu && line.products?.some((name) => names.has(name)))
    .map(({ path }) => path);
}
/** A page that several products open (contacts, people) is none of a product's own. */
const shared = allRoutes
  .filter(({ products }) => new Set((products ?? []).map(oneName)).size > 1)
  .map(({ path }) => path as string);

test.each(offered.filter((product) => !isComing(product)))("%s is on sale, so it has pages in the menu", (product) => {
  expect(pagesOf(product).filter((path) => !shared.includes(path))).not.toEqual([]);
});

test("something is on sale, and another name of a product is on sale with it", () => {
  expect(offered.some((product) => !isComing(product))).toBe(true);
  for (const name of everyName) expect(isComing(name), name).toBe(isComing(oneName(name)));
});

test.each(everyName.flatMap((product) => offers[product].needs.map(({ url, what }) => [product, what, url] as const)))(
  "%s: %s is done on a page that is there (%s)",
  (_, __, url) => {
    if (url !== null) expect(urls.has(url)).toBe(true);
  },
);

test("a chat channel is offered when it has a page where it is set up, and only then", () => {
  const set = [...urls].flatMap((url) => /^\/chat\/channels\/(\w+)$/.exec(url)?.[1] ?? []);
  expect(chatChannels.map(({ channel }) => channel).sort()).toEqual(set.sort());
});
