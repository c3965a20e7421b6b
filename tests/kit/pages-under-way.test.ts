import { expect, test } from "vitest";
import { afterPages, afterPagesInTurn, drawPage } from "../../services/kit/pages-under-way";

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
  const inTurn = afterPagesInTurn({ waitMs: tooLong });
  const done: number[] = [];
  const work = Promise.all(Array.from({ length: 40 }, (_, n) => inTurn(async () => void done.push(n))));
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
  await afterPages(tooLong);
});

test("where there is always a page, some is done after each wait", async () => {
  const page = heldPage();
  const inTurn = afterPagesInTurn({ atOnce: 1, most: 4, waitMs: 5 });
  const times: number[] = [];
  await Promise.all(Array.from({ length: 12 }, () => inTurn(async () => void times.push(performance.now()))));
  await page.end();
  const waits = times.filter((time, at) => time - (times[at - 1] ?? 0) > 3).length;
  expect(waits).toBeGreaterThanOrEqual(3);
});

test("whatever else the process has to do is done between two pieces, and one that fails stops no other", async () => {
  const inTurn = afterPagesInTurn({ atOnce: 1 });
  let [others, most] = [0, 0];
  const ticking = setInterval(() => void others++, 0);
  const pieces = Array.from({ length: 20 }, (_, n) =>
    inTurn(async () => {
      const end = performance.now() + 4;
      const before = others;
      while (performance.now() < end);
      most = Math.max(most, others - before);
      if (n === 3) throw new Error("broken");
      return n;
    }),
  );
  const ended = await Promise.allSettled(pieces);
  clearInterval(ticking);
  expect(ended.filter(({ status }) => status === "rejected")).toHaveLength(1);
  expect(others).toBeGreaterThanOrEqual(15);
});
