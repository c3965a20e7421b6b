import { describe, expect, test } from "vitest";
import { formBounds, isForm, isMore, parsePairs, readBytes } from "../../rules/form-bounds";

describe("a posted form", () => {
  test.each([
    ["of a contact with 300 fields", Array.from({ length: 600 }, (_, at) => [`fields[${at >> 1}].name`, "a"])],
    ["that changes 500 tickets", Array.from({ length: 500 }, (_, at) => ["ids", String(at)])],
    ["of a contact file with 256 columns", Array.from({ length: 256 }, (_, at) => [`columns[${at}]`, "ignore"])],
    ["with text in any script", [["name", "Nguvu 😀 ✔ e\u0301"]]],
    ["with nothing", []],
  ] as [string, [string, string][]][])("%s passes", (_, pairs) => {
    expect(parsePairs(String(new URLSearchParams(pairs)))).toEqual(pairs);
  });

  test.each([
    ["an index past the last", "rows[1000].name", "a"],
    ["an index of a billion", "email[99999999]", "a"],
    ["an index behind blanks", "rows[ 1000 ]", "a"],
    ["more than ten segments", `a${".a".repeat(10)}`, "a"],
    ["more than ten segments in brackets", `a${"[0]".repeat(10)}`, "a"],
    ["a long name", "a".repeat(formBounds.name + 1), "a"],
    ["an intent", "__intent__", "{}"],
    ["U+0000 in a name", "a\0", "a"],
    ["U+0000 in a value", "a", "\0"],
    ["half of a pair in a value", "a", "\ud83d"],
  ])("with %s is none of ours", (_, name, value) => {
    expect(isForm([[name, value]])).toBe(false);
  });

  test("with a field more than any is refused before it is parsed", () => {
    expect(parsePairs(`a=1${"&a=1".repeat(formBounds.fields - 1)}`)).toHaveLength(formBounds.fields);
    expect(parsePairs(`a=1${"&a=1".repeat(formBounds.fields)}`)).toBeUndefined();
  });

  test("a part is counted no further than it has to be", () => {
    expect(isMore("&&&", "&", 3)).toBe(false);
    expect(isMore("&&&", "&", 2)).toBe(true);
  });

  test("bytes are read to their limit and no further", async () => {
    let given = 0;
    const endless = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          given += 100;
          controller.enqueue(new Uint8Array(100));
        },
      });
    expect(await readBytes(endless(), 1_000)).toBeUndefined();
    expect(given).toBeLessThan(1_500);
    expect(await readBytes(new Response("abc").body, 3)).toEqual(new TextEncoder().encode("abc"));
    expect(await readBytes(null, 3)).toHaveLength(0);
  });
});
