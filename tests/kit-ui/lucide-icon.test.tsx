import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Bell, ChevronRight, CircleUser, LayoutDashboard } from "lucide-react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import createLucideIcon from "../../app/kit/ui/lucide-icon";
import config from "../../vite.config";

const folder = join(dirname(createRequire(import.meta.url).resolve("lucide-react")), "..", "esm", "icons");
type Shapes = Parameters<typeof createLucideIcon>[1];

async function ours(name: string) {
  const { __iconNode } = (await import(join(folder, `${name}.js`))) as { __iconNode: Shapes };
  return createLucideIcon(name, __iconNode);
}

/** What is inside the svg, with empty elements closed one way. */
function shapes(html: string): string {
  return html.replace(/^<svg[^>]*>|<\/svg>$/g, "").replace(/><\/(\w+)>/g, "/>");
}

test.each([
  ["bell", Bell],
  ["chevron-right", ChevronRight],
  ["circle-user", CircleUser],
  ["layout-dashboard", LayoutDashboard],
])("%s has the shapes that lucide draws", async (name, Lucide) => {
  const Icon = await ours(name);
  expect(shapes(renderToStaticMarkup(<Icon />))).toBe(shapes(renderToStaticMarkup(<Lucide />)));
});

test("an icon is hidden from screen readers unless it has a name, and takes size, stroke and class", async () => {
  const Icon = await ours("bell");
  const plain = renderToStaticMarkup(<Icon size={16} strokeWidth={1.75} className="chev" />);
  expect(plain).toMatch(/^<svg class="lucide chev" width="16" height="16" /);
  expect(plain).toContain('stroke-width="1.75"');
  expect(plain).toContain('aria-hidden="true"');
  const named = renderToStaticMarkup(<Icon aria-label="Locked" />);
  expect(named).toContain('aria-label="Locked"');
  expect(named).not.toContain('aria-hidden="true"');
});

test("the build finds the maker of icons in every icon of this version of lucide", () => {
  const { resolve } = (config as (given: object) => { resolve: { alias: { find: RegExp; replacement: string }[] } })(
    {},
  );
  const [{ find, replacement }] = resolve.alias as [{ find: RegExp; replacement: string }];
  expect(replacement).toMatch(/lucide-icon\.tsx$/);
  const icons = readdirSync(folder).filter((file) => file.endsWith(".js") && file !== "index.js");
  expect(icons.length).toBeGreaterThan(1_000);
  for (const file of icons) {
    const text = readFileSync(join(folder, file), "utf8");
    const [, made] = /import createLucideIcon from '([^']+)'/.exec(text) ?? [];
    // The rest are second names of an icon: their file only passes it on.
    if (made) expect(made).toMatch(find);
    else expect(text, file).toMatch(/export \{ default \} from '\.\//);
  }
});
