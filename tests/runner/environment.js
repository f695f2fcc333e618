import { ModernFakeTimers } from "@jest/fake-timers";
import { ModuleMocker } from "jest-mock";

/** What files of the same process must not see of each other: who listens to jest's events, and a file's own time limit. */
const KEPT_BY_JEST = [Symbol.for("EVENT_HANDLERS"), Symbol.for("TEST_TIMEOUT_SYMBOL")];

/** The process itself as the environment of tests: see `runtime.js`. */
export default class ProcessEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  #exit = process.exit;

  constructor({ projectConfig }) {
    for (const key of KEPT_BY_JEST) Reflect.deleteProperty(globalThis, key);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  getVmContext() {
    return null;
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    process.exit = this.#exit; // jest puts its own around it for each file
  }
}
