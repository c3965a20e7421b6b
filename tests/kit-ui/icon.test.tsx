import { icons as lucide } from "lucide-react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { createIcon } from "../../app/kit/ui/icon";
import { importedNames, makeSprite } from "../../scripts/icon-sprite.mjs";

/** What is inside an element, with empty elements closed one way. */
function shapes(html: string): string {
  return html.replace(/^<(svg|symbol)[^>]*>|<\/(svg|symbol)>$/g, "").replace(/><\/(?!symbol|svg)\w+>/g, "/>");
}

test("every icon that a page imports is in the file, with the shapes that lucide draws", async () => {
  const names = importedNames();
  expect(names.size).toBeGreaterThan(100);
  const { icons, text } = await makeSprite(names);
  expect([...icons.keys()]).toEqual([...names].sort());
  for (const [name, { id }] of icons) {
    const [symbol = ""] = new RegExp(`<symbol id="${id}" [^>]*>.*?</symbol>`).exec(text) ?? [];
    const Lucide = lucide[name as keyof typeof lucide];
    // Second names of an icon are not in lucide's table; the first name has been compared.
    if (Lucide) expect(shapes(symbol), name).toBe(shapes(renderToStaticMarkup(<Lucide />)));
    else expect(symbol, name).not.toBe("");
  }
});

test("the file's name changes with what is in it", async () => {
  const [one, other] = await Promise.all([makeSprite(["Bell"]), makeSprite(["Bell", "X"])]);
  expect(one.fileName).not.toBe(other.fileName);
});

test("a name that lucide lacks stops the build", async () => {
  await expect(makeSprite(["NoSuchIcon"])).rejects.toThrow("NoSuchIcon");
});

test("an icon is hidden from screen readers unless it has a name, and takes size, stroke and class", () => {
  const Icon = createIcon("/assets/icons-1.svg#bell");
  const plain = renderToStaticMarkup(<Icon size={16} strokeWidth={1.75} className="chev" />);
  expect(plain).toMatch(/^<svg class="lucide chev" width="16" height="16" /);
  expect(plain).toContain('stroke-width="1.75"');
  expect(plain).toContain('aria-hidden="true"');
  expect(plain).toContain('<use href="/assets/icons-1.svg#bell">');
  const named = renderToStaticMarkup(<Icon aria-label="Locked" />);
  expect(named).toContain('aria-label="Locked"');
  expect(named).not.toContain('aria-hidden="true"');
});
