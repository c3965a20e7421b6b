import { expect, test } from "vitest";
import { migrationFaults, presentMigrations, releasedMigrations } from "../../scripts/released-migrations.mjs";

test("a database of any release can be brought up to date: released migrations stay, and new ones come after them", () => {
  const released = releasedMigrations();
  expect(Object.keys(released).length).toBeGreaterThan(50);
  expect(migrationFaults(released, presentMigrations())).toEqual([]);
});

test("what would break such a database is named with its reason", () => {
  const released = { "chat/001_start": "a", "chat/003_words": "b", "kit/001_log": "c" };
  expect(migrationFaults(released, { ...released, "chat/004_more": "d", "social/001_start": "e" })).toEqual([]);
  expect(migrationFaults(released, { "chat/001_start": "a", "chat/002_late": "x", "chat/003_words": "other" })).toEqual(
    [
      "kit/001_log was released and is missing: migrations are append-only",
      "chat/003_words was released and has changed since: write a new migration instead",
      "chat/002_late sorts before chat/003_words, which is released: give it a higher number",
    ],
  );
});
