import { statSync } from "node:fs";
import Sequencer from "@jest/test-sequencer";

/** The first failure ends a run with a mutant: so the files come in the order in which the area names them, and of one pattern the small first. */
export default class NamedFirst extends Sequencer {
  sort(tests) {
    const patterns = JSON.parse(process.env.TESTS_IN_ORDER).map((pattern) => new RegExp(pattern));
    const placeOf = ({ path }) => patterns.findIndex((pattern) => pattern.test(path));
    const sizeOf = ({ path }) => statSync(path).size;
    return tests.toSorted((a, b) => placeOf(a) - placeOf(b) || sizeOf(a) - sizeOf(b));
  }
}
