import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { hasFont, loadFont } from "../../app/shell/font";
import { fontFile, makeFont } from "../../scripts/font.mjs";

/** As much of a document as the font needs. */
function page(faces: unknown[] | Error) {
  const load = async () => {
    if (faces instanceof Error) throw faces;
    return faces;
  };
  const dataset: Record<string, string> = {};
  const made = { fonts: { load }, documentElement: { dataset }, location: { protocol: "https:" }, cookie: "" };
  return { made, document: made as unknown as Document };
}

test("a browser that fetched the font is drawn in it from then on", async () => {
  const { made, document } = page([{}]);
  await loadFont(document);
  expect(made.documentElement.dataset).toEqual({ font: "" });
  expect(made.cookie).toMatch(/; Secure$/);
  const [pair = ""] = made.cookie.split(";");
  expect(hasFont(`theme=dark; ${pair}`)).toBe(true);
});

test.each([[[]], [new Error("no connection")]])("without the font the stand-in stays", async (faces) => {
  const { made, document } = page(faces);
  await loadFont(document);
  expect(made.documentElement.dataset).toEqual({});
  expect(made.cookie).toBe("");
});

test.each([null, "", "theme=dark", "xjibu_font=1", "jibu_font=12"])("%s says nothing of the font", (header) => {
  expect(hasFont(header)).toBe(false);
});

test("the font's file has the letters and weights that the style sheet says (npm run font), in half of the 48 KB it comes in", async () => {
  const file = readFileSync(fontFile);
  expect(file.equals(await makeFont())).toBe(true);
  expect(file.byteLength).toBeLessThan(25 * 1024);
});
