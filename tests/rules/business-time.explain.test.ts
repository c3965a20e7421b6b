import { expect, test } from "vitest";
import { workingCalendar } from "../../rules/business-time";
import { explainDue } from "../../rules/business-time.explain";

const calendar = workingCalendar({
  timeZone: "Africa/Nairobi",
  week: [1, 2, 3, 4, 5, 6, 7].map((day) => (day < 6 ? [{ from: "08:00", to: "17:00" }] : [])),
  oddDay: (date) => (date === "2026-06-09" ? { name: "Gazetted", kind: "holiday", segments: [] } : undefined),
});
const at = (local: string) => Date.parse(`${local}:00+03:00`);
const minutes = (n: number) => n * 60_000;

test("a due time says what each day used, what did not count, and when it is", () => {
  const pause = { from: at("2026-06-10T08:20"), until: at("2026-06-10T09:00"), name: "Waiting for customer" };
  const explained = explainDue(calendar, at("2026-06-08T15:25"), minutes(240), [pause]);
  expect(explained.words).toBe("240 min: 95 used Mon, 145 used Wed, holiday Tue, 40 min paused, due Wed 11:05");
  expect(explained.due).toBe(at("2026-06-10T11:05"));
  expect(explained.steps.map(({ kind, minutes: of, name }) => [kind, of, name])).toEqual([
    ["used", 95, ""],
    ["holiday", 0, "Gazetted"],
    ["used", 145, ""],
    ["paused", 40, "Waiting for customer"],
    ["due", 240, ""],
  ]);
});

test("up to now it is used, from now on it is left", () => {
  const explained = explainDue(calendar, at("2026-06-08T15:25"), minutes(240), [], at("2026-06-10T08:30"));
  expect(explained.words).toBe("240 min: 95 used Mon, 30 used Wed, holiday Tue, 115 left, due Wed 10:25");
});

test("while it is paused it says since when and what is left", () => {
  const pause = { from: at("2026-06-08T16:00"), until: Number.POSITIVE_INFINITY, name: "Pending" };
  const explained = explainDue(calendar, at("2026-06-08T15:25"), minutes(240), [pause], at("2026-06-12T08:30"));
  expect(explained.words).toBe("240 min: 35 used Mon, paused since Mon 16:00 (Pending), 205 min left");
  expect(explained.due).toBeUndefined();
});

test("many days are told by their sum", () => {
  const explained = explainDue(calendar, at("2026-06-15T08:00"), minutes(9 * 60 * 6));
  expect(explained.words).toBe("3,240 min: 3,240 used Mon 15 Jun to Mon 22 Jun, due Mon 17:00");
  expect(explained.steps.filter(({ kind }) => kind === "closed")).toHaveLength(2);
});
