import { describe, expect, test } from "vitest";
import { commonWords, countedWords } from "../../../rules/survey/words";

describe("the words of an answer", () => {
  test("are folded, and once each", () => {
    expect(countedWords("Late, LATE... and late again: Delivery late!")).toEqual(["late", "delivery"]);
    expect(countedWords("ＤＥＬＩＶＥＲＹ")).toEqual(["delivery"]);
    expect(countedWords("Ñandú ÉCOLE école")).toEqual(["ñandú", "école"]);
  });

  test("are without words that say nothing, in English and Kiswahili", () => {
    expect(countedWords("The driver was very rude and I don't like it")).toEqual(["driver", "rude"]);
    expect(countedWords("Dereva alikuwa mkali sana na bei ni ya juu kwa sasa")).toEqual([
      "dereva",
      "alikuwa",
      "mkali",
      "bei",
    ]);
  });

  test("are without numbers, signs and what has fewer than three letters", () => {
    expect(countedWords("2 kg at 350/= on 12/6/2026, ok 👍 :-)")).toEqual([]);
    expect(countedWords("ng'ombe ‘wangu’ 'quoted' rider’s")).toEqual(["ng'ombe", "quoted", "rider's"]);
    expect(countedWords("covid19 covid-19 covid_19")).toEqual(["covid"]);
    expect(countedWords("የአገልግሎት፣ጥራት። سيارة، سريعة")).toEqual(["የአገልግሎት", "ጥራት", "سيارة", "سريعة"]);
    expect(countedWords("x".repeat(61))).toEqual([]);
  });
});

test("the most used words are counted once for an answer, most often first, and alike by the alphabet", () => {
  const texts = ["late late late", "Late driver", "rude driver", "price"];
  expect(commonWords(texts, 3)).toEqual([
    { word: "driver", count: 2 },
    { word: "late", count: 2 },
    { word: "price", count: 1 },
  ]);
});
