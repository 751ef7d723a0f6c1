import { defineConfig } from "vitest/config";
import { BaseSequencer, type Reporter, type TestSpecification } from "vitest/node";

/** The longest files, which a run would otherwise end with while one core has nothing to do. */
const LONGEST = ["packaging", "opencode", "answering", "ack", "life", "guard", "many-processes"];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      LONGEST.some((n) => moduleId.includes(`/${n}.`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** The last line of a run, for people and programs. */
const plainLine: Reporter = {
  onTestRunEnd(modules) {
    const states = modules.flatMap((one) =>
      [...one.children.allTests()].map((t) => t.result().state),
    );
    const count = (state: string) => states.filter((one) => one === state).length;
    const line = `${count("passed")} passed, ${count("failed")} failed`;
    console.log(count("skipped") > 0 ? `${line}, ${count("skipped")} skipped` : line);
  },
};

export default defineConfig({
  test: {
    projects: ["packages/*", "test"],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    reporters: ["default", plainLine],
  },
});
