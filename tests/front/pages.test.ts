import type { ServerBuild } from "@remix-run/server-runtime";
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
  return {
    routes: { ...routes, home: { ...route("home", undefined), index: true }, ...Object.fromEntries(ids) },
    assets: { routes: {}, entry: { imports: [], module: "" }, url: "", version: "1" },
    entry: { module: { default: () => new Response("page") } },
    future: { v3_singleFetch: true, v3_lazyRouteDiscovery: true },
    publicPath: "/",
    assetsBuildDirectory: "",
    isSpaMode: false,
  } as unknown as ServerBuild;
}

const handle = pageHandler(
  fakeBuild({
    list: "sms/history",
    one: "sms/history/:id",
    group: "contacts/group",
    member: "contacts/group/:id",
    fresh: "contacts/group/new",
    other: "contacts/:what",
    rest: "*",
  }),
);
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
