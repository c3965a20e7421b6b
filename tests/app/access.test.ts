import { describe, expect, test } from "vitest";
import { firstOpen, maySee, menu, missingAccess, type Viewer } from "../../app/access";
import { allRoutes, type Path, type RouteDefinition, routeFor } from "../../app/sitemap";
import type { Permission, Product } from "../../rules/access";

function viewer(
  role: string | undefined,
  permissions: Permission[],
  products: Product[],
  more: Partial<Viewer> = {},
): Viewer {
  const named = (names: string[]) => names.map((name) => ({ name }));
  return {
    id: "1",
    name: "Kevin Kiptoo",
    email: "kevin@savanna.test",
    customer_account: "100001",
    account_name: "Savanna Traders",
    time_zone: "Africa/Nairobi",
    user_group: "1",
    roles: role ? named([role]) : [],
    permissions: named(permissions),
    products: named(products),
    billing_customer_id: "b-100001",
    ...more,
  };
}

const entry = (more: Partial<RouteDefinition>): RouteDefinition => ({
  path: "/sms/bulk",
  file: "sms/bulk.tsx",
  label: "Entry",
  menu: true,
  products: ["SMS"],
  permissions: ["Send bulk message"],
  ...more,
});

describe("who may open", () => {
  test("R043: one listed permission and one listed product are needed", () => {
    expect(missingAccess(viewer("Agent", ["Send bulk message"], ["SMS"]), entry({}))).toBeUndefined();
    expect(missingAccess(viewer("Agent", [], ["SMS"]), entry({}))).toEqual({ permissions: ["Send bulk message"] });
    expect(missingAccess(viewer("Agent", ["Send bulk message"], ["Chats"]), entry({}))).toEqual({ products: ["SMS"] });
  });

  test("R042: an empty permission list passes; R041: an entry without products is refused, unless public (Q033)", () => {
    expect(missingAccess(viewer("Agent", [], ["SMS"]), entry({ permissions: [] }))).toBeUndefined();
    expect(missingAccess(viewer("Owner", [], ["SMS"]), entry({ products: [] }))).toEqual({ products: [] });
    expect(missingAccess(viewer(undefined, [], []), entry({ products: [], public: true }))).toBeUndefined();
  });

  test.each(["Super Admin", "Owner"])("R037, Q032: %s passes public entries of held products", (role) => {
    expect(missingAccess(viewer(role, [], ["SMS"]), entry({}))).toBeUndefined();
    expect(missingAccess(viewer(role, [], ["Chats"]), entry({}))).toEqual({ products: ["SMS"] });
  });

  test.each([" owner", "OWNER", "Оwner", "Owner ", "super admin"])("%j is no admin: the name is exact", (role) => {
    expect(missingAccess(viewer(role, [], ["SMS"]), entry({}))).toBeDefined();
  });

  test("R037: only the first role makes an admin", () => {
    const second = viewer("Agent", [], ["SMS"]);
    second.roles.push({ name: "Owner" });
    expect(missingAccess(second, entry({}))).toBeDefined();
  });

  test("R044: what is not public needs the permission itself, from an admin too", () => {
    const approve = entry({ permissions: ["Can approve sender ID"], explicit: true });
    expect(missingAccess(viewer("Owner", [], ["SMS"]), approve)).toEqual({ permissions: ["Can approve sender ID"] });
    expect(missingAccess(viewer("Owner", ["Can approve sender ID"], ["SMS"]), approve)).toBeUndefined();
  });

  test("what is the platform's opens to its people only, in the menu and at the door, and needs no product", () => {
    const route = entry({ platform: true, products: [], permissions: ["Can approve sender ID"], explicit: true });
    const somebody = viewer("Owner", ["Can approve sender ID"], ["SMS"]);
    expect(missingAccess(somebody, route)).toEqual({ platform: true });
    expect(maySee(somebody, route)).toBe(false);
    expect(missingAccess({ ...somebody, platform: true }, route)).toBeUndefined();
    expect(missingAccess({ ...viewer("Owner", [], []), platform: true }, route)).toEqual({
      permissions: ["Can approve sender ID"],
    });
    expect(missingAccess(somebody, entry({ platform: true, public: true }))).toEqual({ platform: true });
  });

  test.each([
    ["BULK", "SMS"],
    ["Jibu 360", "CRM"],
    ["Value Added Services", "Vas"],
  ] as const)("%s is another name of %s", (held, asked) => {
    expect(missingAccess(viewer("Agent", ["Send bulk message"], [held]), entry({ products: [asked] }))).toBeUndefined();
  });
});

describe("what the menu shows", () => {
  test("R023: an entry flagged compress is hidden with more than one product", () => {
    const flagged = entry({ compress: true });
    expect(maySee(viewer("Owner", [], ["SMS"]), flagged)).toBe(true);
    expect(maySee(viewer("Owner", [], ["SMS", "Chats"]), flagged)).toBe(false);
  });

  test("R038: voice entries need a voice product available; R045: chat agents' entries need an agent", () => {
    const owner = viewer("Owner", [], ["SMS"]);
    expect(maySee(owner, entry({ voice: true }))).toBe(false);
    expect(maySee({ ...owner, voiceAvailable: true }, entry({ voice: true }))).toBe(true);
    expect(maySee(owner, entry({ chatAgents: true }))).toBe(false);
    expect(maySee({ ...owner, chatAgent: true }, entry({ chatAgents: true }))).toBe(true);
  });

  test("R040, R042, Q034: someone without permissions sees what is public or lists none, and nothing that is bound", () => {
    const shown = menu(viewer(undefined, [], ["SMS"]), allRoutes, "/dashboard");
    expect(shown.map((group) => group.label)).toEqual(["Dashboard", "SMS", "Account"]);
    // R098: the sender views are open to all.
    expect(shown[1]?.items.map((item) => item.label)).toEqual(["Sender IDs"]);
    const without = menu(viewer(undefined, [], ["Ticketing"]), allRoutes, "/dashboard");
    expect(without.map((group) => group.label)).toEqual(["Dashboard", "Account"]);
  });

  test("R044: whoever holds one of the three permissions about all senders sees its entry, as one of the platform's people", () => {
    const permissions = [
      "Can approve sender ID",
      "Can view all senders info",
      "Can manually assign sender ID",
    ] as const;
    const labels = permissions.map((permission) => {
      const who = { ...viewer("Platform administrator", [permission], ["SMS"]), platform: true };
      return menu(who, allRoutes, "/")
        .find((group) => group.label === "SMS")
        ?.items.map((item) => item.label);
    });
    expect(labels).toEqual([
      ["Sender IDs", "Approve senders"],
      ["Sender IDs", "All senders"],
      ["Sender IDs", "Assign a sender"],
    ]);
    const owner = menu(viewer("Owner", [...permissions], ["SMS"]), allRoutes, "/").find(
      (group) => group.label === "SMS",
    );
    expect(owner?.items.map((item) => item.label)).not.toContain("Approve senders");
  });

  test("an owner of SMS sees the SMS group with its pages, and the present one is marked", () => {
    const shown = menu(viewer("Owner", [], ["SMS"]), allRoutes, "/sms/history/12");
    const sms = shown.find((group) => group.label === "SMS");
    expect(sms?.items.map((item) => item.label)).toEqual([
      "Dashboard",
      "Bulk",
      "Single",
      "Express",
      "History",
      "Inbox",
      "Templates",
      "Sender IDs",
    ]);
    expect(sms?.items.filter((item) => item.current).map((item) => item.href)).toEqual(["/sms/history"]);
  });

  test("whatever the menu shows may be opened", () => {
    for (const [role, permissions] of [
      ["Owner", []],
      ["Agent", ["Send single message"]],
      ["Sales", ["Create contacts"]],
    ] as const) {
      const who = viewer(role, [...permissions], ["SMS"]);
      for (const group of menu(who, allRoutes, "/"))
        for (const { href } of group.items) expect(missingAccess(who, routeFor(href as Path)), href).toBeUndefined();
    }
  });
});

test("Q004: a group leads to the first child the viewer may open", () => {
  expect(firstOpen(viewer("Owner", [], ["SMS"]), allRoutes, "/sms")).toBe("/sms/dashboard");
  expect(firstOpen(viewer("Agent", ["Send single message"], ["SMS"]), allRoutes, "/sms")).toBe("/sms/send");
  expect(firstOpen(viewer("Sales", [], ["SMS"]), allRoutes, "/sms")).toBe("/sms/settings/sender");
  expect(firstOpen(viewer("Sales", [], ["Ticketing"]), allRoutes, "/sms")).toBeUndefined();
});

test("a line of the menu that is a group leads to a page, for everyone who is shown it", () => {
  const products = [...new Set(allRoutes.flatMap((route) => route.products ?? []))];
  const permissions = [...new Set(allRoutes.flatMap((route) => route.permissions ?? []))];
  const people = [
    viewer("Owner", [], products),
    ...permissions.map((permission) => viewer("Agent", [permission], products)),
  ];
  for (const who of people)
    for (const { href } of menu(who, allRoutes, "/").flatMap(({ items }) => items))
      if (routeFor(href as Path).group) expect(firstOpen(who, allRoutes, href as Path), href).toBeDefined();
});
