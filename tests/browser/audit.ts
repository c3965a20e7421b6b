import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type ConsoleMessage, expect, type Page } from "@playwright/test";
import { movedPlaces, rememberPlaces } from "./places";

/** WCAG 2.2 AA, with what it takes over from the versions before. */
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

type Axe = {
  getRules(tags: string[]): { ruleId: string; tags: string[] }[];
  run(
    where: Document | { include: Element[] },
    options: object,
  ): Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }>;
  commons: { color: { Color: { prototype: Colour } } };
};
type Colour = { r: number; g: number; b: number; alpha: number; parseString(text: string): Colour };

// Put in once a page and run there: AxeBuilder puts its 600 kB in anew for each run, and opens a second page to end it.
const builder = createRequire(import.meta.url).resolve("@axe-core/playwright");
const axe = readFileSync(createRequire(builder).resolve("axe-core/axe.min.js"), "utf8");

/** What is loaded now has its script running, if there is to be any. */
export async function running(page: Page): Promise<void> {
  // Remix takes the scroll position over in an effect of its root: the whole page is hydrated then, as none streams.
  await page.waitForFunction(
    () =>
      matchMedia("(scripting: none)").matches ||
      // The pages without the program of the application have at most a small one, which has run then.
      (document.readyState === "complete" && [...document.scripts].every(({ defer }) => defer)) ||
      (document.readyState === "complete" && history.scrollRestoration === "manual"),
  );
}

/** Pages loaded from now on don't get their program before it is let through by what this answers. */
export async function holdProgram(page: Page): Promise<() => Promise<void>> {
  const held: (() => void)[] = [];
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await new Promise<void>((go) => held.push(go));
    await route.continue();
  });
  return async () => {
    await page.unrouteAll({ behavior: "ignoreErrors" });
    for (const go of held) go();
  };
}

/** What is loaded now is drawn, has its script running and its fonts: what a person looks at. */
export async function settled(page: Page): Promise<void> {
  await running(page);
  await page.evaluate(async () => {
    await document.fonts.ready;
    // What the effects changed is drawn in the frame after them.
    for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

/** A page has some twenty colours, and axe reads each of them a thousand times over, a fifth of its work: once will do. */
async function putAxeIn(page: Page): Promise<void> {
  await page.evaluate(`${axe};0`);
  await page.evaluate(() => {
    const { prototype } = (window as unknown as { axe: Axe }).axe.commons.color.Color;
    const { parseString } = prototype;
    const known = new Map<string, Pick<Colour, "r" | "g" | "b" | "alpha">>();
    prototype.parseString = function (text) {
      const read = known.get(text);
      if (read) return Object.assign(this, read);
      const { r, g, b, alpha } = parseString.call(this, text);
      known.set(text, { r, g, b, alpha });
      return this;
    };
  });
}

/**
 * All rules of WCAG; only those of them that a theme can break; only the size of targets, which a width can break, and
 * all rules for what looks otherwise than before (`remember`); or all with those of good habit that are no part of it.
 */
type Rules = "all rules" | "colours" | "what the width changed" | "and habits";

/** Looks with axe, each finding as one line. */
export async function auditFindings(page: Page, which: Rules = "all rules"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await putAxeIn(page);
  return page.evaluate(
    async ({ tags, which }) => {
      const { axe } = window as unknown as { axe: Axe };
      const rules = axe.getRules(["cat.color"]).filter((rule) => rule.tags.some((tag) => tags.includes(tag)));
      const all = { type: "tag", values: tags };
      const run = async (where: Document | { include: Element[] }, runOnly: object) => {
        const { violations } = await axe.run(where, { runOnly, resultTypes: ["violations"] });
        return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
      };
      if (which === "all rules") return run(document, all);
      if (which === "and habits") return run(document, { type: "tag", values: [...tags, "best-practice"] });
      if (which === "colours")
        return run(
          document,
          rules.map(({ ruleId }) => ruleId),
        );
      const { looks, lookOf } = window as unknown as AuditRecord;
      const changed = [...document.body.querySelectorAll("*")].filter((one) => {
        const look = lookOf(one);
        return look !== undefined && look !== looks.get(one);
      });
      const top = changed.filter((one, at) => !changed.slice(0, at).some((other) => other.contains(one)));
      const sizes = await run(document, ["target-size"]);
      return top.length === 0 ? sizes : [...new Set([...sizes, ...(await run({ include: top }, all))])];
    },
    { tags, which },
  );
}

type AuditRecord = { looks: Map<Element, string>; lookOf(one: Element): string | undefined };

/** Keeps how each visible element looks: its colours, and how large and heavy its words are. */
async function remember(page: Page): Promise<void> {
  await page.evaluate(() => {
    const kept = window as unknown as AuditRecord;
    kept.lookOf = (one) => {
      if (!one.checkVisibility()) return undefined;
      const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight } = getComputedStyle(one);
      return [color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight].join("|");
    };
    kept.looks = new Map();
    for (const one of document.body.querySelectorAll("*")) {
      const look = kept.lookOf(one);
      if (look !== undefined) kept.looks.set(one, look);
    }
  });
}

/**
 * At 1440 px light and dark, then at 390 px, where cards and sheets take the place of tables and the sidebar. A theme
 * changes colours and nothing else, so in dark the rules about colours are enough; a width changes what it changes.
 */
export async function auditPage(page: Page, path: string): Promise<void> {
  const complaints: string[] = [];
  const listen = (said: ConsoleMessage) => {
    // A status that is no success is said, too; which pages answer with one is other tests' matter.
    if (said.type() === "error" && !said.text().startsWith("Failed to load resource")) complaints.push(said.text());
  };
  page.on("console", listen);
  // The window may come from the page before, which left it dark and narrow.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const answer = await page.goto(path, { waitUntil: "domcontentloaded" });
  await rememberPlaces(page);
  expect(answer?.status(), "a fault of ours is examined in place of the page").toBeLessThan(500);
  const { pathname, search } = new URL(page.url());
  expect(pathname + search, "the page that is examined").toBe(path);
  await settled(page);
  expect(await movedPlaces(page), "what moves or goes when the program of the page comes").toEqual([]);
  expect(await auditFindings(page), "light").toEqual([]);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  expect(await auditFindings(page, "colours"), "dark").toEqual([]);
  await remember(page);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await auditFindings(page, "what the width changed"), "390 px").toEqual([]);
  expect(await overflow(page), "pixels beyond the phone's width").toBe(0);
  expect(complaints, "what the page complains of in the console").toEqual([]);
  page.off("console", listen);
}

function overflow(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
}
