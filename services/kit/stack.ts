import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { fileURLToPath } from "node:url";

const place = /file:\/\/\/?(?!\S*\/node_modules\/)\S+?\.js:\d+:\d+/g;
const maps = new Map<string, SourceMap | undefined>();

/**
 * A stack with its places in our bundles told as places in the sources. A map is read when the first error comes:
 * Node's own way reads every map at the start, a tenth of a second that few processes ever need.
 */
export function inSources(stack: string): string {
  return stack.replace(place, (found) => {
    const [, url = "", line = "", column = ""] = /^(.*):(\d+):(\d+)$/.exec(found) ?? [];
    const origin = mapOf(url)?.findOrigin(Number(line), Number(column));
    if (!origin || !("fileName" in origin)) return found;
    return `${new URL(origin.fileName, url).href}:${origin.lineNumber}:${origin.columnNumber}`;
  });
}

function mapOf(url: string): SourceMap | undefined {
  if (maps.has(url)) return maps.get(url);
  let map: SourceMap | undefined;
  try {
    map = new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(url)}.map`, "utf8")));
  } catch {
    // There is none: the stack stays as it is.
  }
  maps.set(url, map);
  return map;
}
