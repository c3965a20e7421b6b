import pg from "pg";
import type { TestProject } from "vitest/node";
import { startTestDatabase } from "../../scripts/database.mjs";
import { migrate } from "../../services/migrations";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of the owner's connection to the template; another name in its path is another database. */
    template: string;
  }
}

/** One PostgreSQL for the run; the template holds the migrated, empty schemas. */
export default async function setup(project: TestProject) {
  const cluster = await startTestDatabase();
  const template = await createDatabase(cluster.url, "jibu_template");
  await migrate(template);
  project.provide("template", template);
  return () => cluster.stop();
}

async function createDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
