/** How much there was at a moment (milliseconds). */
export type Sample = { count: number; at: number };

/** Per second between two samples; undefined while there is nothing to go by. */
export function rateBetween(first: Sample, last: Sample): number | undefined {
  const seconds = (last.at - first.at) / 1000;
  const done = last.count - first.count;
  return seconds < 0.5 || done <= 0 ? undefined : Math.round(done / seconds);
}
