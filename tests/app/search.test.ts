import { describe, expect, test } from "vitest";
import { placesFor } from "../../app/search/results/places";
import { parseSearch, type SearchSource, searchAll } from "../../app/search/results/search.server";
import { failedWords, type Hit, withExactFirst } from "../../app/shell/found";
import { goPlaces } from "../../app/shell/go-places";
import { menuPlaces } from "../../app/shell/palette-loader";
import { findPlaces } from "../../app/shell/places";
import { isCommandK, meaning } from "../../app/shell/shortcuts";
import { allRoutes, type Path } from "../../app/sitemap";
import type { Permission, Product } from "../../rules/access";
import type { ServiceClients } from "../../services/modules";

function viewer(role: string | undefined, permissions: Permission[], products: Product[]) {
  const named = (names: string[]) => names.map((name) => ({ name }));
  return {
    ...{ id: "1", name: "Kevin Kiptoo", email: "kevin@savanna.test", customer_account: "100001", user_group: "1" },
    ...{ account_name: "Savanna Traders", time_zone: "Africa/Nairobi", billing_customer_id: "b-100001" },
    roles: role ? named([role]) : [],
    permissions: named(permissions),
    products: named(products),
  };
}
const owner = viewer("Owner", [], ["SMS", "Email", "Chats", "Ticketing", "Reseller"]);
const addresses = (q: string, who = owner) => findPlaces(q, placesFor(who), 6).map(({ to }) => to);

describe("pages and actions", () => {
  test("a page that confirms what another one began is not among them", () => {
    const places = placesFor(owner).map(({ to }) => to);
    expect(places).toContain("/email/bulk");
    expect(places.filter((to) => to.endsWith("/confirm"))).toEqual([]);
  });

  test.each<[string, Path]>([
    ["ticket new", "/ticketing/new"],
    ["new ticket", "/ticketing/new"],
    ["campaign", "/sms/bulk"],
    ["bulk", "/sms/bulk"],
    ["TOP UP", "/settings/selfcare/topup"],
    ["mpesa", "/settings/selfcare/topup"],
    ["invite", "/settings/users/new"],
    ["2fa", "/user/profile/two-factor"],
    ["automations", "/ticketing/settings/automations"],
    ["ticketing stages", "/ticketing/settings/stages"],
    ["business hours", "/ticketing/settings/sla"],
    ["inbox chat", "/chat/inbox"],
    ["csv", "/contacts/contact-group/upload"],
    ["pasted numbers", "/sms/express"],
  ])("%s leads to %s first", (q, path) => {
    expect(addresses(q)[0]).toBe(path);
  });

  test("nothing is found by nothing, by signs alone, or when a word fits nowhere", () => {
    for (const q of ["", " ", "%", "_", "'", "\\", "\u0000", "tickets zebra", "x".repeat(10_000)])
      expect(addresses(q)).toEqual([]);
  });

  test("only what this person may open is found, and what the menu hides is hidden", () => {
    const agent = viewer(undefined, ["View chat inbox", "View my tickets"], ["Chats", "Ticketing", "SMS"]);
    const open = placesFor(agent).map(({ to }) => to);
    expect(open).toContain("/chat/inbox");
    expect(open).toContain("/ticketing/main");
    for (const path of ["/ticketing/tickets", "/sms/bulk", "/settings/users", "/reseller", "/jibu/admin"])
      expect(open).not.toContain(path);
  });

  test("every one is an address that needs nothing else, under a name and a place of its own", () => {
    const all = placesFor(owner);
    expect(all.length).toBeGreaterThan(70);
    const plain = new Set<string>(allRoutes.filter(({ path }) => !path.includes(":")).map(({ path }) => path));
    expect(all.filter(({ to }) => !plain.has(to))).toEqual([]);
    // Pages on which several rows are changed need the rows.
    const bulk = all.map(({ to }) => to).filter((to) => to.endsWith("/bulk"));
    expect(bulk).toEqual(["/sms/bulk", "/email/bulk", "/reseller/bulk"].filter((to) => bulk.includes(to)));
    const names = all.map(({ label, trail }) => `${trail}: ${label}`);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});

describe("what was typed", () => {
  const sought = (q: string) => parseSearch(new URL(`http://jibu.test/search?${new URLSearchParams({ q })}`));
  test.each(["0712345678", "0712 345 678", "+254 712-345-678", "254712345678", "712345678"])("%s is a number", (q) => {
    expect(sought(q).phone).toBe("+254712345678");
  });
  test("#12 and 12 are a ticket; words, 0 and a number without end are none", () => {
    expect(sought("#12").id).toBe(12);
    expect(sought(" 12 ").id).toBe(12);
    for (const q of ["#0", "12a", "9".repeat(30)]) expect(sought(q).id).toBeUndefined();
  });
  test("it is cut at what a list takes, and marks that cannot be seen are spaces", () => {
    expect(sought("x".repeat(10_000)).q).toHaveLength(100);
    expect(sought("\u0000a\u0000b\u0000").q).toBe("a b");
    expect(sought(`${"x".repeat(99)}😀`).q).toBe("x".repeat(99));
    expect(sought(" \u0000 ").q).toBe("");
  });
});

const given = { api: {} as ServiceClients, viewer: owner, from: {} };
const hit = (label: string, exact = false): Hit => ({ to: `/${label}`, label, detail: "", exact });
const part = (name: string, find: SearchSource["find"], may = true): SearchSource => ({
  name,
  icon: "ticket",
  may: () => may,
  find,
});
const finds = (name: string, ...hits: Hit[]) => part(name, async () => ({ hits }));
const search = (parts: SearchSource[], waits?: number) => searchAll(given, { q: "asha" }, parts, waits);

describe("the parts", () => {
  test("one that fails, one that is down and one that does not end say so, and the others are there", async () => {
    const broken = part("Broken", async () => {
      throw new Error("It is broken.");
    });
    const down = part("Down", async () => ({ status: 503, body: { status: 503, message: "" } }));
    const slow = part("Slow", () => new Promise(() => undefined));
    const found = await search([broken, down, slow, finds("Fine", hit("asha"))], 20);
    expect(found.map(({ name, failed = false }) => [name, failed])).toEqual([
      ["Broken", true],
      ["Down", true],
      ["Slow", true],
      ["Fine", false],
    ]);
    expect(failedWords(found)).toBe("Broken, Down and Slow could not be searched just now. Try again in a moment.");
  });

  test("one that is not open to the person is not asked; one that refuses is left out", async () => {
    const shut = part("Shut", () => Promise.reject(new Error("It was asked.")), false);
    const refuses = part("Refuses", async () => ({ status: 403, body: { status: 403, message: "" } }));
    expect(await search([shut, refuses, finds("Nothing")])).toEqual([]);
  });

  test("an ended session is the whole page's matter", async () => {
    const ended = part("Ended", () => Promise.reject(new Response(null, { status: 302 })));
    await expect(search([ended])).rejects.toBeInstanceOf(Response);
  });

  test("a single letter asks none of them, a single digit may be a ticket", async () => {
    const parts = [finds("Fine", hit("asha"))];
    expect(await searchAll(given, { q: "a" }, parts)).toEqual([]);
    expect(await searchAll(given, { q: "7", id: 7 }, parts)).toHaveLength(1);
  });

  test("the very number or id comes first, once", () => {
    const parts = [
      { name: "Contacts", icon: "book-user", hits: [hit("near")] },
      { name: "Tickets", icon: "ticket", hits: [hit("other"), hit("this", true)] },
    ];
    expect(withExactFirst(parts).map(({ name, hits }) => [name, hits.map(({ label }) => label)])).toEqual([
      ["Exact match", ["this"]],
      ["Contacts", ["near"]],
      ["Tickets", ["other"]],
    ]);
  });
});

describe("keys", () => {
  const menu = [
    { label: "Dashboard", icon: "", href: "/dashboard", items: [] },
    { label: "Ticketing", icon: "", items: [{ label: "My tickets", href: "/ticketing/main" }] },
    { label: "Sandbox", icon: "", href: "/sandbox", outside: true, items: [] },
  ];
  test("g and a letter go to what is in the menu and nowhere else", () => {
    expect(goPlaces(menu, "/notifications").map(({ key, href }) => [key, href])).toEqual([
      ["d", "/dashboard"],
      ["t", "/ticketing/main"],
      ["n", "/notifications"],
    ]);
    expect(goPlaces([])).toEqual([]);
    const keys = goPlaces([{ label: "", icon: "", items: allRoutes.map(({ path }) => ({ href: path, label: "" })) }]);
    expect(new Set(keys.map(({ key }) => key)).size).toBe(keys.length);
  });
  test("the menu's pages are known at once, but for what is no page of ours", () => {
    expect(menuPlaces(menu).map(({ to, trail }) => [to, trail])).toEqual([
      ["/dashboard", ""],
      ["/ticketing/main", "Ticketing"],
    ]);
  });
  test("Ctrl K opens the search while one types, too; Ctrl and another key, or K alone, do not", () => {
    const press = { key: "k", typing: true, modified: true, at: 0 };
    expect(meaning({ ...press, command: true }, null, [])).toEqual({ do: "search" });
    expect(meaning(press, null, [])).toBeNull();
    const event = { key: "k", ctrlKey: true, metaKey: false, altKey: false, shiftKey: false, target: null };
    const isIt = (change: object) => isCommandK({ ...event, ...change } as unknown as KeyboardEvent);
    expect(isIt({ metaKey: true, ctrlKey: false })).toBe(true);
    for (const change of [{ ctrlKey: false }, { altKey: true }, { shiftKey: true }, { key: "j" }, { metaKey: true }])
      expect(isIt(change)).toBe(false);
  });
});
