// npm run migrations:release: adds the migrations that a release brings to the list of what databases outside have,
// and writes down the rows of such a database.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./cli.mjs";

const list = join(root, "tests", "architecture", "released-migrations.json");

/** @returns every migration, `service/name`, with the SHA-256 of its text */
export function presentMigrations() {
  const services = readdirSync(join(root, "services"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const found = services.flatMap(({ name: service }) => {
    const folder = join(root, "services", service, "migrations");
    return filesIn(folder).map((file) => [
      `${service}/${file.replace(/\.sql$/, "")}`,
      createHash("sha256")
        .update(readFileSync(join(folder, file)))
        .digest("hex"),
    ]);
  });
  return Object.fromEntries(found.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function filesIn(folder) {
  try {
    return readdirSync(folder).filter((file) => file.endsWith(".sql"));
  } catch {
    return [];
  }
}

/** @returns what was released, in the same form */
export function releasedMigrations() {
  return JSON.parse(readFileSync(list, "utf8"));
}

/**
 * What is wrong with the present migrations beside the released ones, in words: a database that has those can no longer
 * be brought up to date.
 */
export function migrationFaults(released, present) {
  const serviceOf = (name) => name.slice(0, name.indexOf("/"));
  const gone = Object.keys(released).filter((name) => !(name in present));
  const changed = Object.keys(released).filter((name) => name in present && present[name] !== released[name]);
  const early = Object.keys(present).flatMap((name) => {
    if (name in released) return [];
    const after = Object.keys(released).find((other) => serviceOf(other) === serviceOf(name) && other > name);
    return after ? [`${name} sorts before ${after}, which is released: give it a higher number`] : [];
  });
  return [
    ...gone.map((name) => `${name} was released and is missing: migrations are append-only`),
    ...changed.map((name) => `${name} was released and has changed since: write a new migration instead`),
    ...early,
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const present = presentMigrations();
  const faults = migrationFaults(releasedMigrations(), present);
  if (faults.length > 0) {
    process.stderr.write(`${faults.join("\n")}\n`);
    process.exit(1);
  }
  const { writeReleasedData } = await import("./released-data.mjs");
  await writeReleasedData();
  writeFileSync(list, `${JSON.stringify(present, null, 2)}\n`);
}
