import { expect, test } from "vitest";
import { afterPages, drawPage, pagesWithin, turnsAfterPages } from "../../services/kit/pages-under-way";

/** A page that is drawn until it is told to end. */
function heldPage() {
  const held = new AbortController();
  const drawn = drawPage(() => new Promise<void>((resolve) => held.signal.addEventListener("abort", () => resolve())));
  return {
    end() {
      held.abort();
      return drawn;
    },
  };
}

const tooLong = 60_000;

test("work in bulk waits for the pages that are under way, all of them, and no longer", async () => {
  await afterPages(tooLong);
  const pages = [heldPage(), heldPage()];
  const turn = turnsAfterPages({ waitMs: tooLong });
  const done: number[] = [];
  const work = Promise.all(Array.from({ length: 40 }, (_, n) => turn().then(() => done.push(n))));
  await pages[0]?.end();
  await new Promise((resolve) => setImmediate(resolve));
  expect(done).toEqual([]);
  await pages[1]?.end();
  await work;
  expect(done).toHaveLength(40);
});

test("a page that fails is no longer under way", async () => {
  const broken = drawPage(() => Promise.reject(new Error("no")));
  await expect(broken).rejects.toThrow("no");
  expect([pagesWithin(tooLong), pagesWithin(0)]).toEqual([true, false]);
  await afterPages(tooLong);
});

test("where there is always a page, some is done after each wait", async () => {
  const page = heldPage();
  const turn = turnsAfterPages({ most: 4, waitMs: 5 });
  const times: number[] = [];
  await Promise.all(Array.from({ length: 12 }, () => turn().then(() => times.push(performance.now()))));
  await page.end();
  const waits = times.filter((time, at) => time - (times[at - 1] ?? 0) > 3).length;
  expect(waits).toBeGreaterThanOrEqual(3);
});

test("whatever else the process has to do is done between two turns", async () => {
  const turn = turnsAfterPages();
  let others = 0;
  const ticking = setInterval(() => void others++, 0);
  let [between, before] = [0, 0];
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      await turn();
      if (others > before) between += 1;
      before = others;
      for (const end = performance.now() + 4; performance.now() < end; );
    }),
  );
  clearInterval(ticking);
  expect(between).toBeGreaterThanOrEqual(15);
});
