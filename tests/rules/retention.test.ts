import { describe, expect, test } from "vitest";
import { keptSince, shortenedKinds } from "../../rules/retention";

const permanent = { messages_months: null, tickets_months: null, activities_months: null, files_months: null };

describe("how long data is kept", () => {
  test("a month before the last day of a longer month is the last day of the shorter one", () => {
    expect(keptSince(new Date("2026-03-31T23:00:00Z"), 1)).toBe("2026-02-28T23:00:00.000Z");
    expect(keptSince(new Date("2026-12-31T23:00:00Z"), 3)).toBe("2026-09-30T23:00:00.000Z");
    expect(keptSince(new Date("2026-01-15T23:00:00Z"), 14)).toBe("2024-11-15T23:00:00.000Z");
  });

  test("less is kept where months become fewer, or begin to count", () => {
    expect(shortenedKinds(permanent, permanent)).toEqual([]);
    expect(shortenedKinds(permanent, { ...permanent, files_months: 120 })).toEqual(["files_months"]);
    const kept = { ...permanent, messages_months: 12, tickets_months: 12, activities_months: 12 };
    expect(shortenedKinds(kept, { ...kept, messages_months: 11, tickets_months: 13, activities_months: null })).toEqual(
      ["messages_months"],
    );
  });
});
