import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { fileURLToPath } from "node:url";

const place = /file:\/\/\/?(?!\S*\/node_modules\/)\S+?\.js:\d+:\d+/g;
/** Ms that a map is kept after it was last asked: read, that of the application takes 80 MB. */
const keptMs = 10_000;
const maps = new Map<string, { map: SourceMap | undefined; forget: NodeJS.Timeout }>();
/** Places that were found, as errors come from the same ones again and again; so many, the oldest go. */
const mostPlaces = 2_000;
const places = new Map<string, string>();

/**
 * A stack with its places in our bundles told as places in the sources. A map is read when the first error comes:
 * Node's own way reads every map at the start, a tenth of a second that few processes ever need.
 */
export function inSources(stack: string): string {
  return stack.replace(place, (found) => {
    const known = places.get(found) ?? placeInSource(found);
    places.delete(found);
    places.set(found, known);
    const [oldest] = places.keys();
    if (places.size > mostPlaces && oldest !== undefined) places.delete(oldest);
    return known;
  });
}

function placeInSource(found: string): string {
  const [, url = "", line = "", column = ""] = /^(.*):(\d+):(\d+)$/.exec(found) ?? [];
  const origin = mapOf(url)?.findOrigin(Number(line), Number(column));
  if (!origin || !("fileName" in origin)) return found;
  return `${new URL(origin.fileName, url).href}:${origin.lineNumber}:${origin.columnNumber}`;
}

function mapOf(url: string): SourceMap | undefined {
  const kept = maps.get(url);
  if (kept) {
    kept.forget.refresh();
    return kept.map;
  }
  let map: SourceMap | undefined;
  try {
    map = new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(url)}.map`, "utf8")));
  } catch {
    // There is none: the stack stays as it is.
  }
  maps.set(url, { map, forget: setTimeout(() => maps.delete(url), keptMs).unref() });
  return map;
}
