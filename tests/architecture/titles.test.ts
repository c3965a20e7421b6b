import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allRoutes, type Path, routeFor } from "../../app/sitemap";

/** Rebuilt on its own; its pages have their titles from the sitemap when that is done. */
const later = (path: string) => path === "/reseller" || path.startsWith("/reseller/");

const pages = allRoutes
  .filter(({ file, group, path }) => file.endsWith(".tsx") && !group && !later(String(path)))
  .map(({ path, file, drawer }) => ({
    ...{ path: String(path), drawer },
    text: readFileSync(`app/${file}`, "utf8"),
  }));

test("a page has the title that the sitemap gives it", () => {
  const others = pages.flatMap(({ path, text }) => {
    const said = /export const meta = titled\(\s*"([^"]*)"/.exec(text)?.[1];
    const { title, label } = routeFor(path as Path);
    return said === undefined || said === (title ?? label) ? [] : [`${path}: "${said}", not "${title ?? label}"`];
  });
  expect(others).toEqual([]);
});

test("a page has a title: its own, that of its record, or over a page that of the page behind", () => {
  const without = pages.filter(({ text, drawer }) => !drawer && !/export const meta = titled(By<|\()/.test(text));
  expect(without.map(({ path }) => path)).toEqual([]);
});

test("no page writes the product's name into its title itself", () => {
  expect(pages.filter(({ text }) => text.includes("- ${" + "brand.name}")).map(({ path }) => path)).toEqual([]);
});
