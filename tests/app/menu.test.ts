import { expect, test } from "vitest";
import { menu, type Viewer } from "../../app/access";
import { menuFor } from "../../app/shell/menu.server";
import { allRoutes } from "../../app/sitemap";
import { permissions, products } from "../../rules/access";

const named = (names: readonly string[]) => names.map((name) => ({ name }));
const nobody: Viewer = {
  ...{ id: "1", name: "Kevin Kiptoo", email: "kevin@savanna.test", customer_account: "100001" },
  ...{ account_name: "Savanna Traders", time_zone: "Africa/Nairobi", user_group: "1", billing_customer_id: "b-100001" },
  ...{ roles: [], permissions: [], products: [] },
};

/** Every change of a person that could change their menu, one at a time and on top of each other. */
const changes: Partial<Viewer>[] = [
  {},
  ...permissions.map((name) => ({ permissions: named([name]), products: named(products) })),
  ...products.map((name) => ({ products: named([name]), permissions: named(permissions) })),
  { roles: named(["Owner"]), products: named(products) },
  { roles: named(["Agent"]), products: named(products) },
  ...(["platform", "voiceAvailable", "chatAgent"] as const).flatMap((flag) => [
    { [flag]: true },
    { [flag]: true, products: named(products), permissions: named(permissions) },
  ]),
];

test("a menu that is remembered is the menu of exactly these rights", () => {
  for (const change of [...changes, ...changes]) {
    const viewer = { ...nobody, ...change };
    expect([change, menuFor(viewer)]).toEqual([change, menu(viewer, allRoutes, "")]);
  }
});

test("people of one role share a menu, whoever they are", () => {
  const rights = { products: named(products), permissions: named(permissions) };
  expect(menuFor({ ...nobody, ...rights, name: "Amina", id: "2" })).toBe(menuFor({ ...nobody, ...rights }));
});

test("old surveys have no entry: they are part of the one of surveys", () => {
  const viewer = { ...nobody, products: named(products), permissions: named(permissions) };
  const [surveys] = menuFor(viewer).filter(({ href }) => href === "/survey");
  expect(surveys?.also).toEqual(["/survey_old"]);
  expect(menuFor(viewer).filter(({ href, also }) => href === "/survey_old" || (also && href !== "/survey"))).toEqual(
    [],
  );
});
