import { expect, test } from "vitest";
import { callLengthText, callText, parseCallLength } from "../../rules/logged-calls";

test("the length of a call is minutes, or minutes and seconds, of a day at most", () => {
  expect(parseCallLength("12")).toBe(720);
  expect(parseCallLength(" 4:30 ")).toBe(270);
  expect(parseCallLength("0:05")).toBe(5);
  expect(parseCallLength("1440")).toBe(86_400);
  expect(parseCallLength("")).toBeNull();
  for (const none of ["1441", "1440:01", "4:60", "-1", "1.5", "four", "1:2:3"])
    expect(parseCallLength(none)).toBe(undefined);
});

test("a stored length is typed as it was, and read in words", () => {
  for (const typed of ["12", "4:30", "0:05", ""]) expect(callLengthText(parseCallLength(typed) ?? null)).toBe(typed);
  expect(callText({ direction: "outgoing", outcome: "no answer", seconds: null })).toBe("Outgoing call, no answer");
  expect(callText({ direction: "incoming", outcome: "connected", seconds: 720 })).toBe(
    "Incoming call, connected, 12 min",
  );
});
