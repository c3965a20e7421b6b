import { expect, test } from "@playwright/test";
import { signIn } from "./people";

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`at ${viewport.width} px the tour stands below what it explains and over nothing that is filled in`, async ({
    browser,
  }) => {
    const page = await (await browser.newContext({ viewport })).newPage();
    await signIn(page, "owner@savanna.test", "/chat/settings/postchat?tour=1");
    const tip = page.getByRole("dialog", { name: /./ });
    for (const target of ["postchat-active", "postchat-words", "questions", "postchat-save"]) {
      await expect(page.locator(`.outline-brand:is(#${target}, :has(#${target}))`)).toBeVisible();
      await expect(tip).toBeInViewport({ ratio: 1 });
      const [at, of] = [await tip.boundingBox(), await page.locator(".outline-brand").boundingBox()];
      expect(Math.round((at?.y ?? 0) - (of?.y ?? 0) - (of?.height ?? 0))).toBe(20);
      const under = await page
        .locator("#main form")
        .locator("input, button, textarea, select")
        .evaluateAll((fields) => {
          const tip = document.querySelector("[role=dialog]");
          const box = tip?.getBoundingClientRect();
          return fields.flatMap((field) => {
            if (!box || tip?.contains(field) || !field.checkVisibility()) return [];
            const { left, right, top, bottom } = field.getBoundingClientRect();
            const over = left < box.right && right > box.left && top < box.bottom && bottom > box.top;
            return over ? [field.id || field.textContent] : [];
          });
        });
      expect(under, `the step of ${target}`).toEqual([]);
      if (target !== "postchat-save") await tip.getByRole("button", { name: "Next" }).click();
    }
    await page.context().close();
  });
}
