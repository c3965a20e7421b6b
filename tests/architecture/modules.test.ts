import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { modules } from "../../services/modules";

const root = resolve(import.meta.dirname, "../..");
const inServices = (file: string) => join(root, "services", file);
const folders = readdirSync(inServices(""), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== "kit" && entry.name !== "connectors")
  .map((entry) => entry.name);

describe("the list of services (services/modules.ts)", () => {
  test("has every folder of a service, under the name of its contract", () => {
    expect(Object.keys(modules).sort()).toEqual(folders.sort());
    for (const [name, { contract }] of Object.entries(modules)) expect(contract.service).toBe(name);
  });

  test("a service's tables are in the schema of its name", () => {
    for (const folder of folders.filter((name) => existsSync(inServices(`${name}/migrations`))))
      for (const file of readdirSync(inServices(`${folder}/migrations`))) {
        const text = readFileSync(inServices(`${folder}/migrations/${file}`), "utf8");
        const made = [...text.matchAll(/^\s*create table (?:if not exists )?(\w+)\./gim)].map((found) => found[1]);
        expect(new Set([folder, ...made]), `${folder}/${file}`).toEqual(new Set([folder]));
      }
  });

  test("no two services have a setting of one name, and no two workers a folder of one name", () => {
    const settings = Object.values(modules).flatMap((module) => Object.keys(module.settings));
    expect(settings.filter((name, at) => settings.indexOf(name) !== at)).toEqual([]);
    const files = readdirSync(inServices(""), { recursive: true, encoding: "utf8" });
    const workers = files.filter((file) => file.endsWith("/worker.ts")).map((file) => file.split("/").at(-2));
    expect(workers.length).toBeGreaterThan(1);
    expect(new Set(workers).size).toBe(workers.length);
  });

  test("is the only one: nothing else imports most of the services", () => {
    const sources = ["app", "front", "services", "scripts"].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
        .map((file) => `${folder}/${file}`),
    );
    const imports = (file: string) =>
      new Set(
        [
          ...readFileSync(join(root, file), "utf8").matchAll(
            /from "(?:[./]+)(?:services\/)?(\w+)\/(?:contract|module)"/g,
          ),
        ]
          .map((found) => found[1] ?? "")
          .filter((name) => folders.includes(name)),
      );
    expect(["server.ts", ...sources].filter((file) => imports(file).size > 5)).toEqual(["services/modules.ts"]);
  });
});
