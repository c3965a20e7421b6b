import fc from "fast-check";
import { expect, test } from "vitest";
import { byUrgency, historyPage } from "../../rules/customer";

const minute = (n: number) => `2026-11-25T08:${String(n).padStart(2, "0")}:00.000000Z`;

/** A part that answers like a service: its newest events before a moment, and whether it has older ones. */
function part(times: readonly number[]) {
  const all = [...times].sort((one, other) => other - one).map((at) => ({ at: minute(at) }));
  return (before: string | undefined, limit: number) => {
    const older = all.filter(({ at }) => before === undefined || at < before);
    return { data: older.slice(0, limit), more: older.length > limit };
  };
}

test("page after page, every event of every part comes once, the newest first", () => {
  // A minute is of one part alone, and no part has more events of one minute than a page.
  const minutes = fc.uniqueArray(fc.nat(59), { maxLength: 40 });
  fc.assert(
    fc.property(
      minutes,
      fc.array(fc.nat(3), { minLength: 40, maxLength: 40 }),
      fc.integer({ min: 1, max: 6 }),
      (times, owners, size) => {
        const parts = [0, 1, 2, 3].map((owner) => part(times.filter((_, index) => owners[index] === owner)));
        const shown: string[] = [];
        let before: string | undefined;
        for (let pages = 0; pages <= times.length; pages++) {
          const page = historyPage(
            parts.map((ask) => ask(before, size)),
            size,
          );
          shown.push(...page.events.map(({ at }) => at));
          before = page.before;
          if (before === undefined) break;
        }
        expect(shown).toEqual([...times].sort((one, other) => other - one).map(minute));
      },
    ),
  );
});

test("what happened in the same microsecond is not parted by the end of a page", () => {
  const same = [{ at: minute(5) }, { at: minute(5) }, { at: minute(4) }];
  expect(historyPage([{ data: same, more: false }], 1)).toEqual({ events: same.slice(0, 2), before: minute(5) });
});

test("a customer who waits in the chat comes before an open deal, and who has waited longest comes first", () => {
  const tasks = [
    { kind: "deal open" as const, since: minute(1) },
    { kind: "conversation waiting" as const, since: minute(9) },
    { kind: "conversation waiting" as const, since: minute(3) },
    { kind: "ticket overdue" as const, since: minute(2) },
  ];
  expect(byUrgency(tasks).map(({ kind, since }) => `${kind} ${since}`)).toEqual([
    `conversation waiting ${minute(3)}`,
    `conversation waiting ${minute(9)}`,
    `ticket overdue ${minute(2)}`,
    `deal open ${minute(1)}`,
  ]);
});
