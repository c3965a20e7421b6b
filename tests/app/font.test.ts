import { expect, test } from "vitest";
import { hasFont, loadFont } from "../../app/shell/font";

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
