/** Pages that this process draws at the moment, and work that lets them go first. */
let underWay = 0;
let waiting: (() => void)[] = [];

/** Draws a page, counted for as long as it takes. */
export async function drawPage<T>(draw: () => Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await draw();
  } finally {
    underWay -= 1;
    if (underWay === 0) for (const goOn of waiting.splice(0)) goOn();
  }
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
 * Does pieces of work in bulk, few at a time: between two of them whatever else the process has to do is done, and pages
 * that are under way are answered first. Where there are always some, `most` pieces are done after each wait of
 * `waitMs`, so that the work goes on.
 * @param atOnce as many as Node has threads for what is not its own, such as signing
 */
export function afterPagesInTurn({ atOnce = 4, most = 16, waitMs = 100 } = {}) {
  const lanes: Promise<unknown>[] = Array.from({ length: atOnce }, () => Promise.resolve());
  let [given, left] = [0, 0];

  async function turn(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    if (underWay === 0) return;
    left -= 1;
    if (left >= 0) return;
    await afterPages(waitMs);
    left = underWay > 0 ? most - 1 : 0;
  }

  return function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const lane = given++ % atOnce;
    const done = (lanes[lane] ?? Promise.resolve()).then(turn).then(work);
    lanes[lane] = done.catch(() => undefined);
    return done;
  };
}
