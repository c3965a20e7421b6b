// npm start. This file is kept to words that an old Node still understands, so that it can say what is wrong.
import { oldNode } from "./node-version.mjs";

const wrong = oldNode(process.versions.node);
if (wrong) {
  process.stderr.write(`\n${wrong}\n`);
  process.exit(1);
}
void import("./bootstrap.mjs").then(({ bootstrap }) => bootstrap());
