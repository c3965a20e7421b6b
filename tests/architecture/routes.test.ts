import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { allRoutes, sitemap } from "../../app/sitemap";

const app = resolve(import.meta.dirname, "../../app");
const modules = readdirSync(app, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(app, entry.name, "routes.ts")))
  .map((entry) => entry.name);

test("a module's URLs are in its own routes.ts, in the order of the sitemap", async () => {
  expect(modules.length).toBeGreaterThan(12);
  for (const name of modules) {
    const own = Object.values(await import(`../../app/${name}/routes.ts`)).filter((table) => typeof table === "object");
    expect(own, name).toHaveLength(1);
    const keys = Object.keys(own[0] as object);
    expect(
      keys.filter((key) => key.split("/")[0] !== name),
      name,
    ).toEqual([]);
    expect(Object.keys(sitemap).filter((key) => key.split("/")[0] === name)).toEqual(keys);
  }
});

/** Modules whose parts are still beside their pages: no new one. */
const mixed: string[] = [];
const routeFiles = new Set(allRoutes.map((route) => route.file));

test("a file directly in a module's folder is a page or the list of one: what is no URL has a folder of its own", () => {
  const parts = modules
    .filter((name) => !mixed.includes(name))
    .flatMap((name) =>
      readdirSync(join(app, name), { withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== "routes.ts")
        .map((entry) => `${name}/${entry.name}`),
    )
    .filter((file) => !routeFiles.has(file) && !routeFiles.has(file.replace(".list.tsx", ".tsx")));
  expect(parts).toEqual([]);
});
