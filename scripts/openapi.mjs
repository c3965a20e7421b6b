// npm run -s openapi: prints the OpenAPI 3.1 document of every documented call, and nothing else.

import { ensureInstalled } from "./install.mjs";
import { imported } from "./on-the-fly.mjs";
import { fail, root } from "./steps.mjs";

try {
  const write = process.stdout.write.bind(process.stdout);
  // Whatever anybody else prints goes where people look and programs do not.
  process.stdout.write = (...args) => process.stderr.write(...args);
  await ensureInstalled();
  const { openapiDocument } = await imported("services/openapi.ts");
  const text = `${JSON.stringify(openapiDocument(), null, 2)}\n`;
  await new Promise((resolve) => write(text, resolve));
  process.exit(0);
} catch (error) {
  fail(error, root);
}
