// npm run -s openapi: prints the OpenAPI 3.1 document of every documented call, and nothing else.

import { fail, root } from "./cli.mjs";
import { importTypescript } from "./import-typescript.mjs";
import { ensureInstalled } from "./install.mjs";

try {
  const write = process.stdout.write.bind(process.stdout);
  // Whatever anybody else prints goes where people look and programs do not.
  process.stdout.write = (...args) => process.stderr.write(...args);
  await ensureInstalled();
  const { openapiDocument } = await importTypescript("services/openapi.ts");
  const text = `${JSON.stringify(openapiDocument(), null, 2)}\n`;
  await new Promise((resolve) => write(text, resolve));
  process.exit(0);
} catch (error) {
  fail(error, root);
}
