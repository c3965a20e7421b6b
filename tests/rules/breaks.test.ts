import { expect, test } from "vitest";
import { breakKindFrom, isBreak, optionFor } from "../../rules/breaks";

const options = [
  { value: "login", state: "Login" },
  { value: "pause", state: "Prayer" },
  { value: "pause", state: "Lunch" },
];

test("the phone's breaks are chat's by their names, in any case; one with a name of the account's own is a short break", () => {
  expect(breakKindFrom("Lunch")).toBe("lunch");
  expect(breakKindFrom(" bio BREAK ")).toBe("bio_break");
  expect(breakKindFrom("Prayer")).toBe("short_break");
});

test("chat's breaks are the phone's by their names, else its first one", () => {
  expect(optionFor(options, "lunch")?.state).toBe("Lunch");
  expect(optionFor(options, "training")?.state).toBe("Prayer");
  expect(optionFor([{ value: "login", state: "Lunch" }], "lunch")).toBeUndefined();
});

test("online and offline are no breaks", () => {
  expect([isBreak("online"), isBreak("offline"), isBreak("coaching")]).toEqual([false, false, true]);
});
