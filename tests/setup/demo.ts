import pg from "pg";
import { openDatabase } from "../../services/kit/database";
import { addressOf, asOwner, dropDatabase, freshDatabase, type TestDatabase } from "./database";

const template = "jibu_demo";
/** Any number, as long as nothing else locks by it. */
const lock = 20_261_121;

/**
 * Like `freshDatabase`, with the demo accounts filled in. Filling takes seconds and is tests/demo's to prove: the first
 * file of a run that asks fills one database, and each gets a copy of its own.
 */
export async function demoDatabase(): Promise<TestDatabase> {
  const admin = new pg.Client({ connectionString: addressOf("jibu") });
  await admin.connect();
  try {
    await admin.query("select pg_advisory_lock($1)", [lock]);
    const { rowCount } = await admin.query("select from pg_database where datname = $1", [template]);
    if (rowCount === 0) await fillTemplate();
  } finally {
    await admin.end();
  }
  return freshDatabase(template);
}

/** It gets its name when it is complete: a fill that was cut short is no template. */
async function fillTemplate(): Promise<void> {
  const { fillDemo } = await import("../../demo/fill");
  const name = `${template}_new`;
  const admin = addressOf("jibu");
  await dropDatabase(name);
  await asOwner(admin, `create database ${name} template jibu_template strategy file_copy`);
  const database = openDatabase(addressOf(name));
  try {
    await fillDemo(database, () => undefined);
  } finally {
    await database.close();
  }
  // As autovacuum does within a minute of a fill; without it some plans take a hundred times as long.
  await asOwner(addressOf(name), "analyze");
  await asOwner(admin, `alter database ${name} rename to ${template}`);
}
