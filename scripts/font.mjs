// npm run font: makes app/shell/inter.woff2, the letters and weights of Inter that app/tailwind.css says pages have.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import subsetFont from "subset-font";
import { root } from "./cli.mjs";

const whole = "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2";
/** Figures of one width, distances between letters, accents. Not `calt`, which makes an arrow of what somebody wrote as "->". */
const features = ["ccmp", "kern", "locl", "mark", "mkmk", "tnum"];

/** What the style sheet's `@font-face` says of the font. */
function wanted() {
  const sheet = readFileSync(join(root, "app", "tailwind.css"), "utf8");
  const [, min, max] = /font-weight: (\d+) (\d+);/.exec(sheet) ?? [];
  const [, ranges = ""] = /unicode-range:([^;]+);/.exec(sheet) ?? [];
  const characters = [...ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].flatMap(([, from, to = from]) => {
    const start = Number.parseInt(from, 16);
    return Array.from({ length: Number.parseInt(to, 16) - start + 1 }, (_, n) => String.fromCodePoint(start + n));
  });
  return { text: characters.join(""), wght: { min: Number(min), max: Number(max) } };
}

/** @returns the font's file, the same bytes each time */
export function makeFont() {
  const { text, wght } = wanted();
  const source = readFileSync(createRequire(import.meta.url).resolve(whole));
  return subsetFont(source, text, { targetFormat: "woff2", variationAxes: { wght }, keepFeatures: features });
}

export const fontFile = join(root, "app", "shell", "inter.woff2");

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) writeFileSync(fontFile, await makeFont());
