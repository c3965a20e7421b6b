import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const file = pathToFileURL(join(import.meta.dirname, "../../scripts/return-memory.mjs")).href;

/** Fills the room for new objects, then gives it back; prints its size before and after in MB. */
const program = `
  import { getHeapSpaceStatistics } from "node:v8";
  import { returnMemory } from ${JSON.stringify(file)};
  const roomInMB = () => getHeapSpaceStatistics().find((one) => one.space_name === "new_space").space_size / 2 ** 20;
  let kept = [];
  for (let round = 0; round < 10; round++) {
    for (let at = 0; at < 200_000; at++) kept.push({ at, of: [round] });
    if (round % 2) kept = [];
  }
  const before = roomInMB();
  await returnMemory();
  process.stdout.write(JSON.stringify({ before, after: roomInMB() }));`;

test("the room for new objects is given back when the start is over", () => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--max-semi-space-size=32", "--input-type=module", "-e", program],
    { encoding: "utf8" },
  );
  expect(stderr).toBe("");
  const { before, after } = JSON.parse(stdout) as { before: number; after: number };
  expect(before).toBeGreaterThan(16);
  expect(after).toBeLessThan(8);
});
