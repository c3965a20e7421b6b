import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./cli.mjs";

/** Browsers of the last years on cheap phones: Chrome 80, Safari 14. */
export const oldBrowsers = ["es2020", "chrome80", "safari14", "firefox78"];

/**
 * Builds the web chat (widget/) into the pages' built files: the loader as one classic script, the frame's script and
 * style under names with their hash, and the list of those names for the door.
 * @param client the folder of the built files
 */
export async function buildWidget(client) {
  const esbuild = await import("esbuild");
  const shared = {
    bundle: true,
    minify: true,
    target: oldBrowsers,
    charset: "utf8",
    logLevel: "silent",
    legalComments: "none",
  };
  const folder = join(client, "webchat");
  const assets = join(client, "assets");
  for (const each of [folder, assets]) mkdirSync(each, { recursive: true });
  try {
    await esbuild.build({
      ...shared,
      entryPoints: [join(root, "widget", "loader.ts")],
      outfile: join(folder, "loader.js"),
      format: "iife",
    });
    await esbuild.build({
      ...shared,
      entryPoints: [join(root, "widget", "frame.tsx")],
      outfile: join(folder, "frame.js"),
      format: "esm",
      jsx: "automatic",
      jsxImportSource: "preact",
    });
  } catch (error) {
    throw Object.assign(new Error("widget/ could not be bundled"), { output: error.message });
  } finally {
    await esbuild.stop();
  }
  const list = { script: hashed("frame.js"), style: hashed("frame.css") };
  writeFileSync(join(folder, "widget.json"), JSON.stringify(list));

  function hashed(name) {
    const file = join(folder, name);
    const hash = createHash("sha256").update(readFileSync(file)).digest("base64url").replace(/[-_]/g, "").slice(0, 8);
    const named = `webchat-${name.replace(".", `-${hash}.`)}`;
    renameSync(file, join(assets, named));
    return `/assets/${named}`;
  }
}
