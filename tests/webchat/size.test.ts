import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { widgetFiles } from "../../front/webchat.pages";

const client = join(import.meta.dirname, "../../build/client");
const packed = (text: string | Buffer) => gzipSync(text, { level: 9 }).byteLength;

/** Statement M43: 10 KB and 60 KB at most; what it is today and a little stands here, so that growth is noticed. */
test.runIf(existsSync(join(client, "webchat")))("the loader and the whole widget are small", () => {
  const files = widgetFiles(client);
  if (!files) throw new Error("the widget was not built");
  const loader = packed(files.loader);
  const frame = packed(readFileSync(join(client, files.script))) + packed(readFileSync(join(client, files.style)));
  expect(loader).toBeLessThan(5_000);
  expect(loader + frame).toBeLessThan(30_000);
});
