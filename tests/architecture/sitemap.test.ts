import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { href } from "../../app/href";
import { allRoutes } from "../../app/sitemap";

const app = join(import.meta.dirname, "../../app");
const own = ["shell", "kit"];

describe("the table of URLs", () => {
  // A list as CSV, Excel and JSON is one file, named by the first.
  const files = allRoutes.filter(({ path }) => !/\.(xlsx|json)$/.test(path));
  test.each(files.map((line) => [line.path, line.file]))("%s stands in app/%s", (path, file) => {
    expect(existsSync(join(app, file))).toBe(true);
    const [first = ""] = readFileSync(join(app, file), "utf8").split("\n");
    expect(first.startsWith(`// ${path} - `), `the first line of ${file} names its URL and purpose`).toBe(true);
  });

  test("every route file has its line", () => {
    const known = new Set(allRoutes.map((line) => line.file));
    const routes = readdirSync(app, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && file.includes("/") && !own.includes(file.split("/")[0] ?? ""))
      .filter((file) => /^\/\/ \/\S* - /.test(readFileSync(join(app, file), "utf8")));
    expect(routes.filter((file) => !known.has(file))).toEqual([]);
  });

  test("every page that draws a list has the same rows as files", () => {
    const pages = allRoutes.filter((line) => line.file.endsWith(".tsx"));
    const drawing = pages.filter((line) => /<List(Card|Page)\b/.test(readFileSync(join(app, line.file), "utf8")));
    expect(drawing.filter((line) => !line.csv).map((line) => line.path)).toEqual([]);
  });

  test("every line that opens for someone says for whom", () => {
    const bound = (line: (typeof allRoutes)[number]) =>
      line.products?.length || (line.unbound && line.permissions?.length);
    const open = allRoutes.filter((line) => !line.public && !line.guest && !line.platform && !bound(line));
    expect(open.map((line) => line.path)).toEqual([]);
  });

  test("what guests may open is this list and nothing else", () => {
    expect(allRoutes.filter((line) => line.guest).map((line) => line.path)).toEqual([
      "/login",
      "/login/code",
      "/login/link/:token",
      "/auth",
      "/auth/signup",
      "/auth/verify-account",
      "/auth/company-details",
      "/auth/forgot-password",
      "/auth/password/:token",
      "/auth/social/:provider",
      "/auth/social/:provider/callback",
      "/respond/:link",
      "/respond/:link/:session",
      "/quote/:token",
      "/quote/:token/file",
      "/logout",
      "/theme",
      "/unsubscribe",
      "/unsubscribe/:token",
      "/l",
      "/l/:code",
      "/calendar",
      "/calendar/:token",
      "/salesfeed",
      "/salesfeed/:token",
      "/mail/open/:token",
      "/mail/click/:token/:link",
    ]);
  });
});

test("a link fills its parameters, escapes them, and leaves out what is empty", () => {
  expect(href("/sms/history/:id", { id: 7 })).toBe("/sms/history/7");
  expect(href("/sms/history/:id", { id: "a/b" })).toBe("/sms/history/a%2Fb");
  expect(href("/sms/history", undefined, { status: "sent", q: "", page: undefined })).toBe("/sms/history?status=sent");
});
