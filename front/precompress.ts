import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { endings, walk } from "./assets";

const worthIt = /\.(js|mjs|css|svg|html|json|webmanifest|txt|xml|wasm)$/;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** As many files as Node has threads for it. */
const atOnce = 4;

/**
 * Writes a `.br` and a `.gz` beside every text file over 1 kB under a folder; called once after the build. A file that
 * does not get smaller gets none, and one that is newer than its source is kept. Sizes in bytes.
 */
export async function precompress(root: string): Promise<{ files: number; before: number; after: number }> {
  const total = { files: 0, before: 0, after: 0 };
  const names = walk(root).filter((name) => worthIt.test(name));
  const next = async (): Promise<void> => {
    for (let file = names.pop(); file !== undefined; file = names.pop()) {
      const source = await stat(file);
      if (source.size <= 1024) continue;
      const content = await readFile(file);
      const br = await write(file + endings.br, source.mtimeMs, content.byteLength, () =>
        brotli(content, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
          },
        }),
      );
      await write(file + endings.gzip, source.mtimeMs, content.byteLength, () => zip(content, { level: 9 }));
      total.files += 1;
      total.before += content.byteLength;
      total.after += br;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return total;
}

async function write(file: string, newerThan: number, before: number, make: () => Promise<Buffer>): Promise<number> {
  const old = await stat(file).catch(() => undefined);
  if (old && old.mtimeMs >= newerThan) return old.size;
  const made = await make();
  if (made.byteLength >= before) {
    await rm(file, { force: true });
    return before;
  }
  await writeFile(file, made);
  return made.byteLength;
}
