import { expect, test } from "vitest";
import { readForm } from "../../app/shell/form.server";

function posted(type: string, fields: number, end = "--B--\r\n"): Request {
  const one = '--B\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n';
  return new Request("http://here.invalid/", {
    method: "POST",
    headers: { "content-type": type },
    body: one.repeat(fields) + end,
  });
}

const types = [
  "multipart/form-data; boundary=B",
  "multipart/form-data; x-boundary=none; boundary=B",
  'multipart/form-data; x="boundary=none"; boundary=B',
];

test.each(types)("a form of the type %j is read", async (type) => {
  expect([...(await readForm(posted(type, 2)))]).toEqual([
    ["a", "1"],
    ["a", "1"],
  ]);
});

test.each(types)("one of more fields than any of ours is refused before it is taken apart: %j", async (type) => {
  // Whoever takes it apart finds that it has no end.
  const refused = async (fields: number) =>
    readForm(posted(type, fields, "")).catch((answer: unknown) =>
      answer instanceof Response ? answer.text() : answer,
    );
  expect(await refused(2)).toMatch("could not be read");
  expect(await refused(1_002)).toMatch("fields that no form here has");
});
