import { createRequestHandler, type ServerBuild } from "@remix-run/server-runtime";
import { expect, test } from "vitest";
import { pageHandler } from "../../front/pages";

/** Resource routes under a layout: each answers with its id and what it was told of the address. */
function fakeBuild(paths: { [id: string]: string }): ServerBuild {
  const answer =
    (id: string) =>
    ({ params }: { params: object }) =>
      Response.json({ id, params });
  const route = (id: string, path: string | undefined) => ({
    id,
    ...(path === undefined ? {} : { path }),
    ...(id === "layout" ? { parentId: "root" } : { parentId: "layout" }),
    module: id === "layout" ? { default: () => null } : { loader: answer(id) },
  });
  const ids = Object.entries(paths).map(([id, path]) => [id, route(id, path)]);
  const routes = {
    root: { id: "root", path: "", module: { default: () => null } },
    layout: route("layout", undefined),
  };
  const all = { ...routes, home: { ...route("home", undefined), index: true }, ...Object.fromEntries(ids) };
  return {
    routes: all,
    assets: {
      routes: Object.fromEntries(Object.keys(all).map((id) => [id, { id, module: `/${id}.js` }])),
      entry: { imports: [], module: "" },
      url: "",
      version: "1",
    },
    entry: { module: { default: () => new Response("page") } },
    future: { v3_singleFetch: true, v3_lazyRouteDiscovery: true },
    publicPath: "/",
    assetsBuildDirectory: "",
    isSpaMode: false,
  } as unknown as ServerBuild;
}

const build = fakeBuild({
  list: "sms/history",
  one: "sms/history/:id",
  group: "contacts/group",
  member: "contacts/group/:id",
  fresh: "contacts/group/new",
  other: "contacts/:what",
  rest: "*",
});
const handle = pageHandler(build);
const ask = async (path: string) => (await handle(new Request(`http://jibu.test${path}`))).json();

test.each([
  ["/contacts/group/new", "fresh", {}],
  ["/contacts/group/new/", "fresh", {}],
  ["/contacts/group/7", "member", { id: "7" }],
  ["/contacts/new", "other", { what: "new" }],
  ["/", "home", {}],
  ["/sms/history", "list", {}],
  ["/sms/history/7", "one", { id: "7" }],
  ["/contacts/group", "group", {}],
  ["/contacts/group?id=1", "group", {}],
  ["/sms/nowhere", "rest", { "*": "sms/nowhere" }],
  ["/nowhere/at/all", "rest", { "*": "nowhere/at/all" }],
  ["/SMS/history", "list", {}],
])("%s is answered by the route %s", async (path, id, params) => {
  expect(await ask(path)).toEqual({ id, params });
});

/** What Remix answers by itself is what ours must answer. */
const remix = createRequestHandler(build, "production");

test.each([
  ...[
    "/contacts/group/new",
    "/contacts/GROUP/7",
    "/Contacts/group/NEW",
    "/contacts/group/%6eew",
    "/contacts/%67roup/7",
  ],
  ...["/contacts/group//7", "/contacts//group/7/", "/contacts/group/7/more", "/sms/history/7/8", "/sms/history/a.b"],
  ...["/contacts/%2e%2e/group", "/sms", "/sms/", "//sms/history", "/:what/7", "/contacts/*", "/contacts/:what"],
  ...["/nowhere", "/nowhere/new", "/a%2Fb/c", "/sms/history/%E2%82%AC"],
])("%s leads to the same page as in Remix, also when it is asked again", async (path) => {
  const told = async (answer: Response) => ({ status: answer.status, text: await answer.text() });
  const theirs = await told(await remix(new Request(`http://jibu.test${path}`)));
  for (const _ of [1, 2]) expect(await told(await handle(new Request(`http://jibu.test${path}`)))).toEqual(theirs);
});

const escaped = (...paths: string[]) => paths.map((path) => `p=${encodeURIComponent(path)}`);
test.each([
  ["one address", escaped("/sms/history")],
  ["the home page", escaped("/")],
  [
    "many, some of them twice",
    escaped("/contacts/group/7", "/sms/history/9", "/contacts/group/7", "/contacts/group/new"),
  ],
  ["addresses of no page, and one in capitals", escaped("/nowhere/at/all", "/sms/nowhere", "/SMS/history")],
  [
    "addresses with a slash at the end, without one at the start, and empty",
    escaped("/contacts/group/", "sms/history", ""),
  ],
  ["letters that are written with per cent signs", escaped("/contacts/a%20b", "/contacts/%E2%82%AC/x")],
  ["dots and double slashes", escaped("/contacts//group", "//sms", "/contacts/../sms", "/contacts/group.data")],
  ["addresses too long", escaped("/contacts/group", `/${"a".repeat(8_000)}`)],
  ["one that would be too long if it were escaped", [`p=${"/a".repeat(2_000)}`, "p=/contacts/group"]],
  ["no address", []],
])("the parts of the program for %s are those that Remix names, also when it is asked again", async (_, query) => {
  for (const version of ["1", "1", "another"]) {
    const asked = () => new Request(`http://jibu.test/__manifest?${[...query, `version=${version}`].join("&")}`);
    const [ours, theirs] = [await handle(asked()), await remix(asked())];
    expect(ours.status).toBe(theirs.status);
    for (const name of ["cache-control", "x-remix-reload-document"])
      expect(ours.headers.get(name)).toBe(theirs.headers.get(name));
    const [found, expected] = [await ours.text(), await theirs.text()];
    if (!theirs.headers.get("content-type")?.includes("json")) expect(found).toBe(expected);
    else expect(JSON.parse(found)).toEqual(JSON.parse(expected));
  }
});

test("more addresses than are kept are answered like the first", async () => {
  for (let at = 0; at < 5_200; at++) {
    const answer = await handle(new Request(`http://jibu.test/__manifest?p=/contacts/group/${at}&version=1`));
    if (at % 2_599 === 0)
      expect(Object.keys(await answer.json()).sort()).toEqual(["group", "layout", "member", "rest", "root"]);
  }
  const first = await handle(new Request("http://jibu.test/__manifest?p=/contacts/group/0&version=1"));
  expect(Object.keys(await first.json())).toContain("member");
}, 60_000);
