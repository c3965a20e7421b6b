import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that take longest, the longest first: begun last, one of them would run while the other core idles. */
const longest = [
  "architecture/access-matrix",
  "messaging/crash",
  "billing/money",
  "architecture/scripts-database",
  "architecture/every-endpoint",
  "architecture/hostile",
];

/** Before the others those with a process of their own; the rest then share theirs to the end. */
export class Longest extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.endsWith(`/tests/${name}.test.ts`));
      return (project.config.isolate ? 0 : longest.length + 1) + (at < 0 ? longest.length : at);
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
