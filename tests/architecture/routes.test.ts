import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { sitemap } from "../../app/sitemap";

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
