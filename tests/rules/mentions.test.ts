import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  findMentions,
  keptMentions,
  maxMentions,
  mentionAt,
  mentionChoices,
  mentionFault,
  mentionPieces,
  withHandles,
} from "../../rules/mentions";

const person = (id: string, name: string, barred?: true) => ({
  ...{ id, name, email: `${name.toLowerCase().replace(/\W+/g, ".")}${id}@savanna.test` },
  ...(barred ? { barred } : {}),
});
const joy = person("1", "Joy");
const achieng = person("2", "Joy Achieng");
const amina = person("3", "Amina Wanjiru");
const anne = person("4", "Anne-Marie Otieno");
const peter = person("5", "Peter Maina", true);
const team = [joy, achieng, amina, anne, peter];
const ids = (text: string, people = team) => findMentions(text, people).mentions.map(({ id }) => id);

describe("who a note mentions", () => {
  test("by the full name, in any case, by the first name where it is one person's, and by the address", () => {
    expect(ids("@Amina Wanjiru please call back")).toEqual(["3"]);
    expect(ids("please call, @AMINA WANJIRU.")).toEqual(["3"]);
    expect(ids("(@amina) and @anne-marie, see above")).toEqual(["3", "4"]);
    expect(ids(`Ask @${amina.email}!`)).toEqual(["3"]);
    expect(ids("@Amina's customer")).toEqual(["3"]);
  });

  test("the longest name that fits", () => {
    expect(ids("@Joy Achieng knows", [joy, achieng])).toEqual(["2"]);
  });

  test("no one by a part of a word, an email address or another name", () => {
    for (const text of [
      "@Aminata",
      "mail amina@wanjiru.test",
      "@Anne-Maria",
      "@amina@mail.test",
      "@amina.k",
      "@home",
      "@",
    ])
      expect(ids(text), text).toEqual([]);
    expect(findMentions("@home", team).unknown).toBe(true);
    expect(findMentions("a@b.test", team).unknown).toBe(false);
  });

  test("a name of several people, and a person who can't see it, are refused with what to do", () => {
    const words = (text: string, people = team) => mentionFault(findMentions(text, people), "the inbox");
    expect(words("@Joy please look")).toBe(
      "@Joy is the name of 2 people. Write the full name or the email address after the @.",
    );
    expect(words("@peter please look")).toBe(
      "Peter Maina can't open the inbox, so a mention would not reach them. Mention someone else, or remove the @.",
    );
    expect(words("@Joy Achieng please look")).toBeUndefined();
    // Of two people with one name, the one who may see it is meant.
    expect(ids("@Peter", [peter, person("6", "Peter Kamau")])).toEqual(["6"]);
  });

  test("a bounded number of people", () => {
    const many = Array.from({ length: maxMentions + 1 }, (_, n) => person(`${n}`, `Agent${n}`));
    const found = findMentions(many.map(({ name }) => `@${name}`).join(" "), many);
    expect(mentionFault(found, "the inbox")).toBe(`A note mentions at most ${maxMentions} people.`);
    const twice = findMentions("@Amina and again @Amina Wanjiru", team);
    expect(twice.mentions.map(({ words }) => words)).toEqual(["@Amina", "@Amina Wanjiru"]);
  });
});

describe("what is shown and offered", () => {
  test("mentions are cut out of the text, and the pieces are the text", () => {
    const text = "Ask @Amina Wanjiru, not @Aminata: @Amina knows.";
    const { mentions } = findMentions(text, team);
    expect(mentionPieces(text, mentions).filter(({ mention }) => mention)).toEqual([
      { text: "@Amina Wanjiru", mention: true },
      { text: "@Amina", mention: true },
    ]);
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("@Amina", " ", "@", "@Joy Achieng", "x", "'s", ".", "\n", "@amina")),
        (parts) => {
          const whole = parts.join("");
          const pieces = mentionPieces(whole, findMentions(whole, team).mentions);
          expect(pieces.map((piece) => piece.text).join("")).toBe(whole);
        },
      ),
    );
  });

  test("what is kept with a message and is no mention is left out", () => {
    expect(keptMentions([{ id: "1", words: "@Joy" }, { id: 2, words: "@X" }, { id: "3", words: "Joy" }, null])).toEqual(
      [{ id: "1", words: "@Joy" }],
    );
    expect(keptMentions("@Joy")).toEqual([]);
  });

  test("the name of a colleague is what is written, unless it means others too", () => {
    expect(withHandles([joy, achieng, amina]).map(({ handle }) => handle)).toEqual([
      joy.email,
      "Joy Achieng",
      "Amina Wanjiru",
    ]);
  });

  test("the word after an @ is completed from any part of a name, until the name is whole", () => {
    const choices = withHandles(team);
    const offered = (text: string) => {
      const at = mentionAt(text, text.length);
      return at && mentionChoices(choices, at.word).map(({ id }) => id);
    };
    expect(offered("Ask @a")).toEqual(["3", "4", "2"]);
    expect(offered("Ask @amina w")).toEqual(["3"]);
    expect(offered("Ask @Amina Wanjiru ")).toEqual([]);
    expect(offered("a@b")).toBeUndefined();
    expect(mentionAt("Ask @Ami", 8)).toEqual({ word: "Ami", from: 4 });
  });
});
