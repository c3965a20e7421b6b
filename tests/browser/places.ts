import type { Page } from "@playwright/test";

/** What a person presses or types into. */
const pressed = "a[href], button, summary, input:not([type=hidden]), select, textarea";
/** Pixels that may be rounding. */
const slack = 4;

type Places = { seen?: Map<Element, DOMRect> };

/**
 * Remembers where things are while the program of the page has not run yet; called when the document has come. The
 * server draws pages whole, so whoever is quick presses what they see then: what moves or goes when the program has
 * come makes them miss it. Where the program was quicker there is nothing to compare with.
 */
export async function rememberPlaces(page: Page): Promise<void> {
  await page.evaluate(async (pressed) => {
    // Words are a little wider before their font is there.
    await document.fonts.ready;
    if (window.history.scrollRestoration === "manual") return;
    const all = [...document.querySelectorAll(pressed)].filter((one) =>
      one.checkVisibility({ visibilityProperty: true }),
    );
    (window as Places).seen = new Map(all.map((one) => [one, one.getBoundingClientRect()]));
  }, pressed);
}

/** What moved or went since `rememberPlaces`, each as one line. */
export function movedPlaces(page: Page): Promise<string[]> {
  return page.evaluate((slack) => {
    const found: string[] = [];
    // The note of a guided tour makes room for itself.
    if (document.querySelector("[data-tour]")) return found;
    for (const [one, { x, y }] of (window as Places).seen ?? []) {
      const name = one.getAttribute("aria-label") ?? one.textContent?.trim().slice(0, 40);
      const now = one.getBoundingClientRect();
      const [right, down] = [Math.round(now.x - x), Math.round(now.y - y)];
      const what = `${one.tagName.toLowerCase()} ${name}`;
      if (!one.isConnected || !one.checkVisibility({ visibilityProperty: true })) found.push(`${what}: is gone`);
      else if (Math.abs(right) > slack || Math.abs(down) > slack) found.push(`${what}: moved by ${right}, ${down} px`);
    }
    return found.slice(0, 5);
  }, slack);
}
