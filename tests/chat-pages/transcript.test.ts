import { expect, test } from "vitest";
import { notesIn } from "../../app/chat/reports/transcript.server";

test.each([
  ["", "no"],
  ["?notes=no", "no"],
  ["?notes=1", "no"],
  ["?notes=yes", "yes"],
])("private notes are in a transcript only where they are asked for: %s", (search, expected) => {
  expect(notesIn(new URL(`http://jibu.test/chat/reports/transcript/7/text${search}`))).toBe(expected);
});
