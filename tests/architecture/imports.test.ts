import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const folders = ["app", "demo", "front", "rules", "sandbox", "services", "widget"];
const files = [
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => `${folder}/${file}`),
  ),
  "server.ts",
];

/** Every import of ours, as "importer -> imported", both from the root. */
const imports = files.flatMap((file) => {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)].map((found) => ({
    from: file,
    to: relative(root, resolve(root, dirname(file), found[1] ?? "")),
  }));
});

function breaches(rule: (from: string, to: string) => boolean): string[] {
  return imports.filter(({ from, to }) => rule(from, to)).map(({ from, to }) => `${from} -> ${to}`);
}

describe("who may import whom (docs/decisions/0001-the-house.md)", () => {
  test("the pages know contracts and the contract kit, never service code", () => {
    const allowed = /^services\/(\w+\/contract(\.\w+)?|modules|kit\/(contract(\.\w+)?|client|csv|xlsx|environment))$/;
    expect(breaches((from, to) => from.startsWith("app/") && to.startsWith("services/") && !allowed.test(to))).toEqual(
      [],
    );
  });

  test("the pages know of the list of services only its types: a page that imported it would bundle every service", () => {
    const lines = files
      .filter((file) => file.startsWith("app/"))
      .flatMap((file) => readFileSync(join(root, file), "utf8").match(/^import .*services\/modules";$/gm) ?? []);
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.filter((line) => !line.startsWith("import type "))).toEqual([]);
  });

  test("services never import pages, the front or the sandbox", () => {
    expect(breaches((from, to) => from.startsWith("services/") && /^(app|front|sandbox|demo)\//.test(to))).toEqual([]);
  });

  test("rules import nothing but rules", () => {
    expect(breaches((from, to) => from.startsWith("rules/") && !to.startsWith("rules/"))).toEqual([]);
  });

  test("nothing imports the sandbox or the demo but the server", () => {
    const within = (from: string, to: string) => from.split("/")[0] === to.split("/")[0];
    expect(breaches((from, to) => /^(sandbox|demo)\//.test(to) && from !== "server.ts" && !within(from, to))).toEqual(
      [],
    );
  });

  test("a module of pages never imports another module of pages", () => {
    const moduleOf = (file: string) => /^app\/(\w[\w-]*)\//.exec(file)?.[1];
    const shared = ["shell", "kit"];
    const crossing = breaches((from, to) => {
      const [one, other] = [moduleOf(from), moduleOf(to)];
      return (
        one !== undefined && other !== undefined && one !== other && !shared.includes(one) && !shared.includes(other)
      );
    });
    expect(crossing).toEqual([]);
  });

  test("a service never imports another service's code, only its contract", () => {
    const serviceOf = (file: string) => /^services\/(\w+)\//.exec(file)?.[1];
    const shared = ["kit", "connectors"];
    const crossing = breaches((from, to) => {
      const [one, other] = [serviceOf(from), serviceOf(to)];
      if (one === undefined || other === undefined || one === other || shared.includes(other)) return false;
      return !/\/contract(\.\w+)?$/.test(to);
    });
    expect(crossing).toEqual([]);
  });

  test("the folders of a service form no circle: each can be read without those that are built on it", () => {
    const folderOf = (file: string) => /^(services\/(?!kit\/)\w+\/[\w-]+)\//.exec(file)?.[1];
    const below = new Map<string, Set<string>>();
    for (const { from, to } of imports) {
      const [one, other] = [folderOf(from), folderOf(to)];
      if (one !== undefined && other !== undefined && one !== other)
        below.set(one, (below.get(one) ?? new Set()).add(other));
    }
    const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
      [...(below.get(from) ?? [])].some(
        (next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))),
      );
    expect(below.size).toBeGreaterThan(30);
    expect([...below.keys()].filter((folder) => reaches(folder, folder))).toEqual([]);
  });
});

describe("habits", () => {
  test("only the settings read the environment", () => {
    const readers = files.filter((file) => /process\.env/.test(readFileSync(join(root, file), "utf8")));
    expect(readers).toEqual(["services/kit/environment.ts"]);
  });

  test("no one but fetchOutside and the service client fetches", () => {
    const fetchers = files.filter((file) => /(?<![\w.])fetch\(/.test(readFileSync(join(root, file), "utf8")));
    // A browser asks its own server, and says where.
    const widget = ["widget/api.ts", "widget/loader-triggers.ts", "widget/stream.ts"];
    const inBrowser = [
      ...["app/chat/inbox/live-api.ts", "app/kit/compose/use-compose.ts", "app/respond/program/send.ts"],
      ...widget,
    ];
    const allowed = ["services/kit/client.ts", "services/kit/serve.ts", "services/kit/outside.ts", ...inBrowser];
    expect(fetchers.filter((file) => !allowed.includes(file))).toEqual([]);
  });

  test("there are no barrels", () => {
    const barrels = files.filter((file) =>
      /^export \* from|^export \{[^}]*\} from/m.test(readFileSync(join(root, file), "utf8")),
    );
    expect(barrels).toEqual([]);
  });

  test("markup from strings is drawn nowhere", () => {
    expect(files.filter((file) => /dangerouslySetInnerHTML/.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
  });

  test("no file is longer than three hundred lines", () => {
    const long = files.filter(
      (file) => file !== "services/tables.ts" && readFileSync(join(root, file), "utf8").split("\n").length > 301,
    );
    expect(long).toEqual([]);
  });
});
