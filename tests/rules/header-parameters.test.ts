import { describe, expect, test } from "vitest";
import { multipartBoundary, parseHeaderValue } from "../../rules/header-parameters";

describe("a header's value with parameters", () => {
  test.each([
    ["form-data", "form-data", {}],
    [' form-data ; NAME="a"; Name=b', "form-data", { name: "a" }],
    ['form-data; filename="a; name=b"; name=c', "form-data", { filename: "a; name=b", name: "c" }],
    ['form-data; name="\\"a\\" \\\\ C:\\b"', "form-data", { name: '"a" \\ C:\\b' }],
    ['form-data; name=""; x=1;', "form-data", { name: "", x: "1" }],
    ['form-data; name="a\u2028b"', "form-data", { name: "a\u2028b" }],
  ])("%j is read", (text, value, parameters) => {
    const found = parseHeaderValue(text);
    expect(found && { value: found.value, parameters: Object.fromEntries(found.parameters) }).toEqual({
      value,
      parameters,
    });
  });

  test.each(["", " ", "; name=a", 'a; name="b', 'a; name="b"c', "a; name", "a; name=", "a b", "a; name =b"])(
    "%j is refused",
    (text) => {
      expect(parseHeaderValue(text)).toBeUndefined();
    },
  );

  test("as long as a header may be, whatever it is made of", () => {
    for (const one of [" ", ";", "a", '"', "\\", "; a=", ';="', "\t;", "=;"])
      for (const last of ["", "x", '"', "é"]) parseHeaderValue(`a${one.repeat(1_000_000)}${last}`);
  });
});

test.each([
  ["multipart/form-data; boundary=a", "a"],
  ['Multipart/Form-Data; Boundary="a b:c"', "a b:c"],
  ["multipart/form-data; x-boundary=no; boundary=a", "a"],
  ['multipart/form-data; x="; boundary=no"; boundary=a', "a"],
  ["multipart/form-data; boundary=é", undefined],
  ["multipart/mixed; boundary=a", undefined],
  ["multipart/form-data", undefined],
  ["", undefined],
])("the boundary of %j is %j", (type, boundary) => {
  expect(multipartBoundary(type)).toBe(boundary);
});
