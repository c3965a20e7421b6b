import { describe, expect, test } from "vitest";
import { dueState, minutesWords } from "../../app/ticketing/kit/labels";
import { lineUnit } from "../../app/ticketing/reports/reports.list";
import type { Ticket } from "../../services/ticketing/contract.schemas";

const now = Date.parse("2026-11-20T06:00:00Z");
const zone = "Africa/Nairobi";
type Timed = Pick<Ticket, "sla" | "due_at" | "due_clock" | "policies" | "why">;

function ticket(sla: Ticket["sla"], due?: string): Timed {
  return {
    sla,
    due_at: due ?? null,
    due_clock: due ? "resolution" : null,
    policies: [{ id: 1, name: "Retail" }],
    why: null,
  };
}

describe("the state of a ticket's clocks", () => {
  test.each([
    ["on track", "2026-11-20T09:52:00Z", "good", "Due in 3 h 52 min"],
    ["near", "2026-11-20T06:22:30Z", "warn", "Due in 22 min"],
    ["breached", "2026-11-20T05:18:00Z", "bad", "Overdue 42 min"],
    ["breached", "2026-11-20T07:00:00Z", "bad", "Target missed, next due in 1 h"],
    ["paused", undefined, "info", "Paused"],
    ["met", undefined, "good", "Met"],
    ["missed", undefined, "bad", "Missed"],
    ["none", undefined, "none", "No target"],
  ] as const)("%s, due %s, is %s: %s", (sla, due, kind, words) => {
    expect(dueState(ticket(sla, due), now, zone)).toMatchObject({ kind, words });
  });

  test("a sweep that has not come by yet does not hide that the time is over", () => {
    expect(dueState(ticket("on track", "2026-11-20T05:59:00Z"), now, zone).words).toBe("Overdue 1 min");
  });

  test("why: the clock, the moment in the viewer's zone and the policy", () => {
    expect(dueState(ticket("on track", "2026-11-20T09:52:00Z"), now, zone).why).toBe(
      "Resolution due 2026.11.20 12:52:00 pm, policy Retail",
    );
  });
});

test("minutes of work time as people say them", () => {
  expect([0, 1, 90, 240, 4800].map(minutesWords)).toEqual(["0 min", "1 min", "1 h 30 min", "4 h", "80 h"]);
});

test.each([
  ["status", 1, "status"],
  ["status", 5, "statuses"],
  ["stages", 1, "stage"],
  ["stages", 5, "stages"],
  ["members", 0, "members"],
] as const)("the lines of the report by %s, %i of them, are called %s", (by, count, unit) => {
  expect(lineUnit(by, count)).toBe(unit);
});
