import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startInterval } from "../../services/kit/interval";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a run is left out while the one before is under way, and stop waits for that one", async () => {
  const finish: (() => void)[] = [];
  const work = vi.fn(() => new Promise<void>((resolve) => finish.push(resolve)));
  const loop = startInterval(work, { everyMs: 1_000, onError: () => undefined });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(work).toHaveBeenCalledTimes(1);
  finish[0]?.();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(work).toHaveBeenCalledTimes(2);
  let stopped = false;
  const stop = loop.stop().then(() => {
    stopped = true;
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(stopped).toBe(false);
  finish[1]?.();
  await stop;
  expect(work).toHaveBeenCalledTimes(2);
});

test("a run that fails is told of and does not end the loop", async () => {
  const onError = vi.fn();
  const work = vi.fn().mockRejectedValueOnce(new Error("no database")).mockResolvedValue(undefined);
  const loop = startInterval(work, { everyMs: 1_000, immediately: true, onError });
  await vi.advanceTimersByTimeAsync(0);
  expect(onError).toHaveBeenCalledWith(new Error("no database"));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(work).toHaveBeenCalledTimes(3);
  await loop.stop();
});
