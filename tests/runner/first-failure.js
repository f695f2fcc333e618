import Environment from "./environment.js";

const exit = process.exit;

/** Ends the process at the first failure: jest's `--bail` would run the rest of the file, which may wait for what a mutant never does. */
export default class FirstFailure extends Environment {
  async handleTestEvent({ name }) {
    if (name === "test_fn_failure" || name === "hook_failure") exit(1);
  }
}
