import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missingAccess, type Viewer } from "../../app/access";
import { allRoutes, type RouteDefinition, routeId } from "../../app/sitemap";
import { demoAccounts } from "../../demo/accounts";
import { permissions as allPermissions, products as allProducts } from "../../rules/access";
import { systemRoles } from "../../rules/system-roles";
import { openapiDocument } from "../../services/openapi";
import { type Application, startApplication } from "../setup/application";
import { type Answer, sendRequest } from "../setup/request";
import { callRules } from "./access.calls";
import { may, type Rule, ruleFor, type Somebody } from "./access.pages";

type Person = Somebody & { email: string; account: string; child?: string };

const themselves: Person[] = demoAccounts.flatMap((account) =>
  account.users.map(({ email, role = "" }) => ({
    email,
    account: account.customer_account,
    role,
    products: account.products as string[],
    permissions: [...(systemRoles.find(({ name }) => name === role)?.permissions ?? [])] as string[],
    platform: account.platform ?? false,
  })),
);
/** The owner of a reseller at work in a child account of it: with what both accounts allow, and no role. */
const never = ["Create user", "Edit user", "Remove user", "Create child account"];
const platforms = ["Can approve sender ID", "Can view all senders info", "Can manually assign sender ID"];
const delegated: Person = {
  ...{ email: "owner@savanna.test", account: "100101", child: "100101", role: "", platform: false, delegated: true },
  products: ["SMS", "Ticketing"],
  permissions: allPermissions.filter((name) => ![...never, ...platforms].includes(name)),
};
const everybody = [...themselves, delegated];

const filled = (path: string) => path.replace(/:\w+/g, "1");
const pages = allRoutes.filter((line) => !line.guest && !line.group);
const ruled = (line: RouteDefinition): Rule => {
  const rule = ruleFor(line.path);
  if (!rule) throw new Error(`tests/architecture/access.pages.ts does not say who may open ${line.path}`);
  return rule;
};

describe("the table of URLs against the specification's", () => {
  test("every URL has a rule, and what guests may open is what the rules say", () => {
    expect(allRoutes.filter((line) => !line.group && !ruleFor(line.path)).map(({ path }) => path)).toEqual([]);
    for (const line of allRoutes) if (!line.group) expect(ruled(line).guest, line.path).toBe(line.guest ?? false);
  });

  const viewer = (who: Somebody): Viewer => ({
    ...{ id: "1", name: "Somebody", email: "", customer_account: "1", account_name: "", time_zone: "Africa/Nairobi" },
    ...{ user_group: "1", billing_customer_id: "", platform: who.platform },
    roles: who.role ? [{ name: who.role }] : [],
    permissions: who.permissions.map((name) => ({ name })),
    products: who.products.map((name) => ({ name })),
    delegation: who.delegated ? { parent_account: "2", parent_name: "", expires_at: "" } : null,
  });

  const differences = (who: Somebody) =>
    pages.flatMap((line) => {
      const expected = may(who, ruled(line));
      const open = missingAccess(viewer(who), line) === undefined;
      return open === expected ? [] : [`${line.path} is ${open ? "open" : "shut"}`];
    });

  test.each(allPermissions)("%s, held alone in an account with every product, opens what it should", (permission) => {
    const who = { role: "Clerk", products: [...allProducts], permissions: [permission], platform: false };
    expect(differences(who)).toEqual([]);
    expect(differences({ ...who, platform: true })).toEqual([]);
    expect(differences({ ...who, products: [] })).toEqual([]);
    expect(differences({ ...who, delegated: true })).toEqual([]);
  });

  test.each(allProducts)("%s, held alone, opens to an admin what it should", (product) => {
    for (const role of ["Owner", "Super Admin"])
      expect(differences({ role, products: [product], permissions: [], platform: false })).toEqual([]);
  });

  test("someone with nothing, an admin without products, and a role that is only called like one", () => {
    for (const role of ["", "Owner", "owner", "Оwner", " Super Admin"])
      for (const products of [[], [...allProducts]])
        expect(differences({ role, products, permissions: [], platform: false }), role).toEqual([]);
  });
});

let application: Application;
beforeAll(async () => {
  application = await startApplication();
}, 120_000);
afterAll(() => application.stop());

/** Where an answer sends the browser, whichever way it says so. */
async function sentTo(response: Answer): Promise<string> {
  const text = await response.text();
  const header = response.headers.get("location") ?? response.headers.get("x-remix-redirect");
  if (header !== null) return header;
  return text.includes("SingleFetchRedirect") ? (/"(\/[^"]*)"/.exec(text)?.[1] ?? "/") : "";
}

/** Where the pages of a reseller lead whoever works in a child account. */
const shutAt = (to: string) => to.startsWith("/notAllowed") || to.startsWith("/reseller/delegation");

describe.each(everybody)("$email $child", (who) => {
  const { email, child } = who;
  const cookieOf = async () =>
    child === undefined ? application.cookie(email) : (await application.delegation(email, child)).cookie;
  const tokenOf = async () =>
    child === undefined ? application.token(email) : (await application.delegation(email, child)).token;

  test("opens every page they should by typing its URL, and no other; a child loader alone tells no more", async () => {
    const headers = { cookie: await cookieOf() };
    const wrong: string[] = [];
    for (const line of pages) {
      const path = filled(line.path);
      const expected = may(who, ruled(line));
      const answer = await sendRequest(application.url + path, { headers });
      const to = await sentTo(answer);
      if (answer.status >= 500) wrong.push(`${line.path} answers ${answer.status}`);
      if (to.startsWith("/login")) wrong.push(`${line.path} asks them to sign in`);
      if (shutAt(to) === expected) wrong.push(`${line.path} ${expected ? "is shut" : "is open"}`);
      if (expected || path === "/") continue;
      const id = encodeURIComponent(routeId(line));
      for (const address of [`${path}.data?_routes=${id}`, `${path}?_data=${id}`]) {
        const response = await sendRequest(application.url + address, { headers });
        const status = response.status;
        const shut = status === 404 || (status === 400 && address.includes("?_data="));
        const refused = shutAt(await sentTo(response)) || shut;
        if (!refused) wrong.push(`${address} answers ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  }, 180_000);

  test("makes every call they should with their own token, and no other", async () => {
    const token = await tokenOf();
    const wrong: string[] = [];
    for (const { name, method, path, rule } of calls) {
      // What everybody may do to their own (end their sessions, say) would only end this test.
      if (
        rule.guest ||
        (rule.products.length === 0 &&
          rule.permissions.length === 0 &&
          !rule.internal &&
          method !== "GET" &&
          !(who.delegated && rule.own))
      )
        continue;
      const expected = !rule.internal && may(who, rule);
      const response = await sendRequest(application.url + path.replace(/\{\w+\}/g, "987654321"), {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(method === "GET" ? {} : { body: "{}" }),
      });
      const body = await response.text();
      const refused = response.status === 403;
      // Nobody of the account has an id like theirs.
      if (who.delegated && response.status >= 500) wrong.push(`${name} answers ${response.status}: ${body}`);
      if (response.status === 401 || refused === expected)
        wrong.push(`${name} ${expected ? "is shut" : "is open"}: ${response.status} ${body.slice(0, 120)}`);
    }
    expect(wrong).toEqual([]);
  }, 180_000);
});

type Operation = { operationId?: string };
const document = openapiDocument() as { paths: Record<string, Record<string, Operation>> };
const served = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId = "" }]) => ({
    name: operationId,
    method: method.toUpperCase(),
    path,
  })),
);
const calls = served.flatMap((call) => {
  const rule = callRules.get(call.name);
  return rule ? [{ ...call, rule }] : [];
});

test("every call has a rule, and every rule its call", () => {
  expect(served.map(({ name }) => name).filter((name) => !callRules.has(name))).toEqual([]);
  const known = new Set(served.map(({ name }) => name));
  expect([...callRules.keys()].filter((name) => !known.has(name))).toEqual([]);
});
