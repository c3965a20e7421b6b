import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../../scripts/cli.mjs";
import { missingFrom } from "../../scripts/complete-lock.mjs";

type Entry = {
  version?: string;
  name?: string;
  dev?: boolean;
  resolved?: string;
  engines?: { node?: string };
  optional?: boolean;
  optionalDependencies?: Record<string, string>;
};
type Minimum = { minimum: string; why: string; lines?: Record<string, string> };

const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as { packages: Record<string, Entry> };
const advice = JSON.parse(readFileSync(join(root, "tests/architecture/minimum-versions.json"), "utf8")) as {
  minimums: Record<string, Minimum>;
  /** Places in the lock that may be below the minimum: they run on the developer's own files only. */
  buildOnly: Record<string, string>;
  /** Packages that ask for a newer Node than ours, with the reason why they may stay. */
  newerNode: Record<string, string>;
  forbidden: Record<string, string>;
};
const entries = Object.entries(lock.packages).filter(([place]) => place !== "");

function nameOf(place: string, entry: Entry): string {
  return entry.name ?? place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
}

/** A pre-release counts as below its release. */
function below(version: string, minimum: string): boolean {
  const parse = (text: string) => text.split("-")[0]?.split(".").map(Number) ?? [];
  const [ours, theirs] = [parse(version), parse(minimum)];
  for (const [index, part] of theirs.entries()) {
    const own = ours[index] ?? 0;
    if (own !== part) return own < part;
  }
  return version.includes("-");
}

function tooOld(): string[] {
  return entries.flatMap(([place, entry]) => {
    const known = advice.minimums[nameOf(place, entry)];
    if (!known || !entry.version || place in advice.buildOnly) return [];
    const minimum = known.lines?.[entry.version.split(".")[0] ?? ""] ?? known.minimum;
    return below(entry.version, minimum) ? [`${place} ${entry.version} is below ${minimum}: ${known.why}`] : [];
  });
}

describe("package-lock.json", () => {
  test("every version is at or above the minimum of its advisories", () => {
    expect(tooOld()).toEqual([]);
  });

  test("what may be older is used for building only, and is there", () => {
    for (const [place, reason] of Object.entries(advice.buildOnly)) {
      expect(reason, place).not.toBe("");
      expect(lock.packages[place]?.dev, `${place} is installed with the application, or gone`).toBe(true);
    }
  });

  test("no forbidden package", () => {
    expect(
      entries.filter(([place, entry]) => nameOf(place, entry) in advice.forbidden).map(([place]) => place),
    ).toEqual([]);
  });

  test("names no host: it installs from whatever registry is set", () => {
    expect(entries.filter(([, entry]) => entry.resolved !== undefined).map(([place]) => place)).toEqual([]);
  });

  test("names the packages of every platform (node scripts/complete-lock.mjs)", () => {
    expect(missingFrom(lock.packages).map(({ place }) => place)).toEqual([]);
  });

  test("nothing that serves people wants a newer Node than 20.19, or it is known to run there", async () => {
    const wanting = entries.filter(
      ([place, entry]) =>
        !entry.dev && !entry.optional && !runsOn2019(entry.engines?.node) && !(place in advice.newerNode),
    );
    expect(wanting.map(([place, entry]) => `${place} ${entry.version} wants Node ${entry.engines?.node}`)).toEqual([]);
    const { default: sanitize } = await import("sanitize-html");
    expect(sanitize('<b onclick="x">Habari</b><script>x</script>')).toBe("<b>Habari</b>");
  });
});

/** Whether one of the ranges "a || b" has room for Node 20.19; understands what packages write: >=, ^, ~, x and blanks. */
function runsOn2019(range: string | undefined): boolean {
  if (!range) return true;
  return range.split("||").some((part) =>
    part
      .replaceAll(/([<>=^~]+)\s+/g, "$1")
      .trim()
      .split(/\s+/)
      .every((one) => {
        const [, sign = "", major = "0", minor = "0"] = /^([<>=^~]*)v?(\d+|\*|x)?(?:\.(\d+|x))?/.exec(one) ?? [];
        const version = Number(major) * 1000 + Number(minor === "x" ? 0 : minor);
        if (major === "*" || major === "x") return true;
        if (sign === ">=") return version <= 20_019;
        if (sign === ">") return version < 20_019;
        if (sign === "<") return version > 20_019;
        if (sign === "<=") return version >= 20_019;
        if (sign === "~") return version === 20_019 || (major === "20" && minor === "0");
        return Number(major) === 20 && version <= 20_019;
      }),
  );
}
