import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, test } from "vitest";
import { RoutingForm } from "../../app/chat/settings/routing-form";
import { timeFrom, weekField, weekFrom, weekPosted, weekTyped } from "../../app/kit/week";

const closed = [[], [], [], [], [], [], []];

function form(fields: Record<string, string>) {
  return (name: string) => fields[name] ?? "";
}

describe("a time as typed", () => {
  test.each([
    ["8", "08:00"],
    ["08:30", "08:30"],
    ["8.30", "08:30"],
    ["0830", "08:30"],
    ["830", "08:30"],
    ["5pm", "17:00"],
    ["5:30 p.m.", "17:30"],
    ["12am", "00:00"],
    ["12 pm", "12:00"],
    ["24:00", "24:00"],
  ])("%s", (text, time) => expect(timeFrom(text)).toBe(time));

  test.each(["", "24:01", "25:00", "8:75", "morning", "13pm", "8m"])("%s is not understood", (text) => {
    expect(timeFrom(text)).toBeUndefined();
  });
});

describe("a week of business hours", () => {
  test("what the form shows is read back the same, empty periods left out", () => {
    const week = [
      [
        { from: "08:00", to: "13:00" },
        { from: "14:00", to: "24:00" },
      ],
      ...closed.slice(1),
    ];
    const typed = weekTyped(week);
    expect(typed[6]).toEqual([
      { from: "", to: "" },
      { from: "", to: "" },
    ]);
    expect(weekFrom(typed)).toEqual({ week, errors: {} });
  });

  test("a day that is copied is every day; what the others had is replaced", () => {
    const typed = weekPosted(
      form({ week: "copy 1", periods: "1", day1_0_from: "9", day1_0_to: "x", day4_0_from: "7" }),
    );
    expect(typed).toEqual(Array.from({ length: 7 }, () => [{ from: "9", to: "x" }]));
  });

  test("one more period keeps what was typed", () => {
    const typed = weekPosted(form({ week: "add", periods: "2", day0_1_to: "17" }));
    expect(typed[0]).toEqual([
      { from: "", to: "" },
      { from: "", to: "17" },
      { from: "", to: "" },
    ]);
  });

  test.each([
    [{ day0_0_from: "8" }, weekField(0, 0, "to"), "Enter when this period ends."],
    [{ day0_0_to: "17" }, weekField(0, 0, "from"), "Enter when this period begins."],
    [
      { day2_0_from: "8", day2_0_to: "late" },
      weekField(2, 0, "to"),
      "Enter a time like 17:00, or 24:00 for the end of the day.",
    ],
    [{ day2_0_from: "17", day2_0_to: "8" }, weekField(2, 0, "to"), "The end must come after the beginning."],
    [
      { day2_0_from: "8", day2_0_to: "13", day2_1_from: "12", day2_1_to: "17" },
      weekField(2, 1, "from"),
      "These periods overlap.",
    ],
  ])("%o is refused at its field", (fields, name, words) => {
    expect(weekFrom(weekPosted(form({ periods: "2", ...fields }))).errors).toEqual({ [name]: [words] });
  });

  test("periods in another order are put in theirs", () => {
    const typed = weekPosted(
      form({ periods: "2", day0_0_from: "14", day0_0_to: "17", day0_1_from: "8", day0_1_to: "13" }),
    );
    expect(weekFrom(typed).week[0]).toEqual([
      { from: "08:00", to: "13:00" },
      { from: "14:00", to: "17:00" },
    ]);
  });
});

describe("the routing form of the chat", () => {
  const base = { active_conversations: "5", max_conversation: "10", grace_seconds: "60", time_zone: "Africa/Nairobi" };
  const parsed = (fields: Record<string, string>) => {
    const posted = new FormData();
    for (const [name, value] of Object.entries({ ...base, ...fields })) posted.append(name, value);
    return parseWithZod(posted, { schema: RoutingForm });
  };

  test("its week is what its fields say, and none when it is always open", () => {
    const monday = { periods: "1", day0_0_from: "8", day0_0_to: "17" };
    const set = parsed({ hours: "week", ...monday });
    expect(set.status === "success" && set.value.hours_week).toEqual([
      [{ from: "08:00", to: "17:00" }],
      ...closed.slice(1),
    ]);
    const always = parsed({ hours: "always", ...monday });
    expect(always.status === "success" && always.value.hours_week).toBeNull();
  });

  test("a time that can't be read is refused at its field, and all that was typed comes back", () => {
    const refused = parsed({ hours: "week", periods: "1", day0_0_from: "8", day0_0_to: "late", day3_0_from: "9" });
    expect(refused.status).toBe("error");
    const { error, initialValue } = refused.reply();
    expect(Object.keys(error ?? {})).toEqual(["day0_0_to", "day3_0_to"]);
    expect(initialValue).toMatchObject({ day0_0_to: "late", day3_0_from: "9" });
  });
});
