import { relative } from "node:path";
import Sequencer from "@jest/test-sequencer";

/**
 * The folders whose files take longest, in this order. A long file that begins last would run alone. Measured times of earlier runs come
 * before that order, but a new clone has none.
 */
const FIRST = process.env.TESTS
  ? ["packages/database/", "tests/package/", "tests/examples/", "tests/admin/", "tests/", "packages/", "services/"]
  : ["tests/admin/", "services/asset/", "tests/e2e/", "tests/", "gateway/", "services/", "packages/database/"];

const rankOf = (path) => {
  const rank = FIRST.findIndex((folder) => path.startsWith(folder));
  return rank < 0 ? FIRST.length : rank;
};

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const isMeasured = tests.some((test) => test.duration > 0);
    const sorted = Sequencer.prototype.sort.call(this, tests);
    if (isMeasured) return sorted;
    const rank = (test) => rankOf(relative(test.context.config.rootDir, test.path));
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
