import { describe, expect, test } from "vitest";
import { keywords } from "../../../rules/keywords";
import { foldJoinWord, joinWordFault } from "../../../rules/survey/join-words";
import { languageIn, languageInFields } from "../../../rules/survey/languages";

describe("a keyword to join", () => {
  test.each(["JOIN", "join", " Join! ", "j o i n", "“Join”.", "JO-IN"])("%s is JOIN", (text) => {
    expect(foldJoinWord(text)).toBe("JOIN");
  });

  test("is the whole message: other words make it another one", () => {
    expect(foldJoinWord("join please")).not.toBe("JOIN");
    expect(foldJoinWord("x".repeat(21))).toBe("");
    expect(foldJoinWord(" ".repeat(100))).toBe("");
  });

  test.each([
    ...keywords.stop,
    ...keywords.help,
    "stop please",
    "S T O P",
    "yes",
    "HAPANA",
    "skip",
    "1",
    "20",
    "x",
    "!!",
  ])("%s can't be one", (word) => {
    expect(joinWordFault(word)).toMatch(/\.$/);
  });

  test.each(["JOIN", "JIUNGE", "TEA24", "Kahawa", "ምርጫ"])("%s can be one", (word) => {
    expect(joinWordFault(word)).toBeUndefined();
  });
});

describe("the language of a person", () => {
  test.each([
    ["sw", "sw"],
    ["sw-KE", "sw"],
    [" Kiswahili ", "sw"],
    ["ENGLISH", "en"],
    ["Français", "fr"],
    ["Klingon", undefined],
    ["", undefined],
  ])("%s is %s", (text, wanted) => {
    expect(languageIn(text)).toBe(wanted);
  });

  test("is in a field of that name, whatever its capitals", () => {
    expect(languageInFields({ city: "sw", Language: "Swahili" })).toBe("sw");
    expect(languageInFields({ lugha: "sw" })).toBe("sw");
    expect(languageInFields({ language: "?", lang: "en" })).toBe("en");
    expect(languageInFields({ city: "English" })).toBeUndefined();
  });
});
