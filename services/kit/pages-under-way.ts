/** Pages that this process draws at the moment, and work that lets them go first. */
let underWay = 0;
let lastEnd = Number.NEGATIVE_INFINITY;
let waiting: (() => void)[] = [];

/** Draws a page, counted for as long as it takes. */
export async function drawPage<T>(draw: () => Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await draw();
  } finally {
    underWay -= 1;
    lastEnd = performance.now();
    if (underWay === 0) for (const goOn of waiting.splice(0)) goOn();
  }
}

/** Whether a page is under way, or was within so many ms. */
export function pagesWithin(ms: number): boolean {
  return underWay > 0 || performance.now() - lastEnd < ms;
}

/** Waits until no page is under way, at most so many ms. Answers at once when none is. */
export async function afterPages(mostMs: number): Promise<void> {
  if (underWay === 0) return;
  await new Promise<void>((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting = waiting.filter((one) => one !== goOn);
      resolve();
    }, mostMs);
    waiting.push(goOn);
  });
}

/**
 * The turns of work in bulk, one after the other: before each whatever else the process has to do is done, and pages that
 * are under way are answered first. Where there are always some, `most` turns come after each wait of `waitMs`, so that
 * the work goes on.
 */
export function turnsAfterPages({ most = 16, waitMs = 100 } = {}): () => Promise<void> {
  let last = Promise.resolve();
  let left = 0;
  async function next(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    if (underWay === 0) left = 0;
    else if (left > 0) left -= 1;
    else {
      await afterPages(waitMs);
      left = underWay > 0 ? most - 1 : 0;
    }
  }
  return () => {
    last = last.then(next);
    return last;
  };
}
