// npm run bench: every scripts/bench/*.bench.ts, one after the other, each figure beside its limit. A word after the
// command runs only the file of that name, or those whose names have it: npm run bench -- import
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt } from "./build.mjs";
import { fail, root, say } from "./cli.mjs";
import { importTypescript } from "./import-typescript.mjs";
import { ensureInstalled } from "./install.mjs";
import { run } from "./processes.mjs";

const folder = join(root, "scripts", "bench");

/** Each file has a process to itself, so that no figure carries the memory or the warmth of the one before. */
async function alone(file) {
  const { default: bench } = await importTypescript(file);
  const rows = await bench();
  process.send?.({ rows }, () => process.exit(0));
}

async function all(word) {
  await ensureInstalled();
  await ensureBuilt();
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".bench.ts")) : [];
  const rows = [];
  for (const name of chosen(files, word)) {
    say(`… ${name}`);
    rows.push(...(await measured(name)));
  }
  const cells = rows.map((row) => [row.name, row.figure, row.limit, row.peer ?? "", row.ok ? "ok" : "MISSED"]);
  table([["what", "figure", "limit", "peer", ""], ...cells]);
  process.exit(rows.length > 0 && rows.every((row) => row.ok) ? 0 : 1);
}

/** The file of that name, or all whose names have the word. */
function chosen(files, word) {
  const exact = files.filter((file) => file === `${word}.bench.ts`);
  return exact.length > 0 ? exact : files.filter((file) => file.includes(word)).sort();
}

async function measured(name) {
  const rows = [];
  const options = { cwd: root, stdio: ["ignore", "inherit", "inherit", "ipc"] };
  try {
    await run(process.execPath, ["scripts/bench.mjs", "--alone", `scripts/bench/${name}`], {
      ...options,
      onMessage: (message) => rows.push(...message.rows),
    });
  } catch (error) {
    rows.push({ name, figure: error.message, limit: "runs", ok: false });
  }
  return rows;
}

function table(lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  say();
  for (const line of lines)
    say(
      line
        .map((cell, column) => cell.padEnd(widths[column]))
        .join("  ")
        .trimEnd(),
    );
}

try {
  const [flag, file] = process.argv.slice(2);
  if (flag === "--alone") await alone(file);
  else await all(flag ?? "");
} catch (error) {
  fail(error);
}
