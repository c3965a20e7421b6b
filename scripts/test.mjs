// npm test: every check there is, in order, and one plain line at the end. npm run test:unit: the quick part alone.
import { oldNode } from "./node-version.mjs";

const wrong = oldNode(process.versions.node);
if (wrong) {
  process.stderr.write(`\n${wrong}\n`);
  process.exit(1);
}
void import("./checks.mjs").then(({ check }) => check(process.argv.slice(2)));
