import { expect, test } from "vitest";
import { speechProblem, speechVoices, voiceWords } from "../../rules/speech";

test("a text has something that can be said, and no fields: everyone hears the same", () => {
  expect(speechProblem("Habari 1")).toBeUndefined();
  expect(speechProblem("{Habari}")).toBeUndefined();
  expect(speechProblem(" ... ")).toBe("Write what is spoken.");
  expect(speechProblem("Habari {{name}}")).toContain("without fields");
  expect(speechProblem("Habari {{\nname }}")).toContain("without fields");
});

test("there are voices for English and Swahili, each with its words", () => {
  expect(new Set(speechVoices.map(({ language }) => language))).toEqual(new Set(["English", "Swahili"]));
  expect(voiceWords("sw-KE-RafikiNeural")).toBe("Swahili: Rafiki, a man");
  expect(voiceWords("xx-XX-OldNeural")).toBe("xx-XX-OldNeural");
});
