import { describe, expect, test, vi } from "vitest";
import { connection } from "../../app/shell/connection";
import { isAway, isSameForm, type PageRouter, requestKind, settle, wordsFor } from "../../app/shell/keep-page";

const asked = (path: string, method = "GET", signal: AbortSignal | null = new AbortController().signal) => ({
  url: new URL(path, "http://test.local"),
  method,
  signal,
});
const place = (pathname: string) => ({ pathname, search: "", hash: "", state: null, key: pathname });
const idle = { navigation: { state: "idle" as const } };
const loading = (pathname: string, formMethod?: string) => ({
  navigation: { state: "loading" as const, location: place(pathname), formMethod },
});

describe("what a request that found no server was for", () => {
  test.each([
    ["a page that was asked for", asked("/sms/history.data"), loading("/sms/history"), "page"],
    ["the first page", asked("/_root.data"), loading("/"), "page"],
    [
      "the page after a post that went through",
      asked("/sms/history.data"),
      loading("/sms/history", "POST"),
      "accepted",
    ],
    ["a page that reads itself again", asked("/sms/history.data"), idle, "quiet"],
    ["the page behind while another is asked for", asked("/sms/inbox.data"), loading("/sms/history"), "quiet"],
    ["a fetcher's form", asked("/ticketing/boards.data", "POST"), idle, "sent"],
    ["a look ahead", asked("/__manifest?p=/a", "GET", null), loading("/a"), "aside"],
    ["the way to a page", asked("/__manifest?p=/a"), loading("/a"), "page"],
  ])("%s", (_, request, state, kind) => {
    expect(requestKind(request, state)).toBe(kind);
  });

  test("a form is the page's own when it goes where the page sends one", () => {
    const navigation = { state: "submitting" as const, formAction: "/sms/bulk?group=3", location: place("/sms/bulk") };
    expect(requestKind(asked("/sms/bulk.data?group=3", "POST"), { navigation })).toBe("page");
    expect(requestKind(asked("/issues/create.data", "POST"), { navigation })).toBe("sent");
  });
});

describe("the words", () => {
  test("nothing was sent, unless it may have been", () => {
    expect(wordsFor("page", "POST", { online: false, took: 20_000 })).toBe("Nothing was sent.");
    expect(wordsFor("page", "POST", { online: true, took: 30 })).toBe("Nothing was sent.");
    expect(wordsFor("page", "POST", { online: true, took: 20_000 })).toContain("not certain");
  });
  test("an answer of ours is an answer, one of what stands in front is not", () => {
    expect(isAway(new Response("", { status: 502 }))).toBe(true);
    expect(isAway(new Response("", { status: 503, headers: { "X-Remix-Response": "yes" } }))).toBe(false);
    expect(isAway(new Response("", { status: 404 }))).toBe(false);
  });
  test("trying again takes the notice away", () => {
    const again = vi.fn();
    connection.lose("Nothing was sent.", again);
    connection.lost()?.again();
    expect(again).toHaveBeenCalledOnce();
    expect(connection.lost()).toBeUndefined();
  });
});

function routerAt(path: string): PageRouter & { finish(): void } {
  const told = new Set<(state: PageRouter["state"]) => void>();
  const state: PageRouter["state"] = {
    location: place(path),
    navigation: { state: "loading", location: place("/elsewhere") },
    matches: [{ route: { shouldRevalidate: "own" } }],
  };
  return {
    state,
    navigate: vi.fn(async () => undefined),
    subscribe(fn) {
      told.add(fn);
      return () => void told.delete(fn);
    },
    finish() {
      for (const fn of [...told]) fn({ ...state, navigation: { state: "idle" } });
    },
  };
}

test("a page is kept by a step to itself for which nothing is read", () => {
  const router = routerAt("/sms/bulk");
  const history = { state: { key: "/sms/bulk", idx: 3 }, go: vi.fn() } as unknown as History;
  settle(router, history);
  expect(router.navigate).toHaveBeenCalledWith(
    { pathname: "/sms/bulk", search: "", hash: "" },
    expect.objectContaining({ replace: true, preventScrollReset: true }),
  );
  const [match] = router.state.matches;
  expect(match?.route.shouldRevalidate).toSatisfy((own: () => boolean) => own() === false);
  router.finish();
  expect(match?.route.shouldRevalidate).toBe("own");
});

test("after Back the browser's history goes forward again", () => {
  const router = routerAt("/sms/bulk");
  const history = { state: { key: "another", idx: 2 }, go: vi.fn() } as unknown as History;
  settle(router, history);
  expect(history.go).toHaveBeenCalledWith(-2);
  expect(router.navigate).not.toHaveBeenCalled();
});

describe("a form that is sent already", () => {
  const file = (text: string) => new File([text], "people.csv", { lastModified: 1 });
  test.each([
    ["the same fields", [["name", "A"]], [["name", "A"]], true],
    ["a field that changed since", [["name", "A"]], [["name", "B"]], false],
    [
      "another button of the form",
      [["name", "A"]],
      [
        ["name", "A"],
        ["intent", "delete"],
      ],
      false,
    ],
    ["the same file", [["file", file("a")]], [["file", file("b")]], true],
    ["another file", [["file", file("a")]], [["file", file("longer")]], false],
  ] as const)("%s", (_, one, other, same) => {
    expect(
      isSameForm(
        one.map(([name, value]) => [name, value]),
        other.map(([name, value]) => [name, value]),
      ),
    ).toBe(same);
  });
});
