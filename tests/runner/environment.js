import { ModernFakeTimers } from "@jest/fake-timers";
import { ModuleMocker } from "jest-mock";
import { failureDetails, forgetExchanges, forgetFailureReporters, recording } from "./failure.ts";
import { keepProcessState } from "./process-state.ts";

/** Global state of jest that test files in the same process must not share: the listeners to its events, and the time limit of a file. */
const JEST_STATE = [Symbol.for("EVENT_HANDLERS"), Symbol.for("TEST_TIMEOUT_SYMBOL")];

/** A test environment that uses the process itself instead of a `node:vm` context; see `runtime.js`. */
export default class ProcessEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  #restore = keepProcessState();

  constructor({ projectConfig }) {
    for (const key of JEST_STATE) Reflect.deleteProperty(globalThis, key);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  getVmContext() {
    return null;
  }

  async setup() {
    forgetFailureReporters();
    globalThis.fetch = recording(globalThis.fetch);
  }

  /** Adds what the requests of a failed test were to its errors. */
  async handleTestEvent({ name, test }) {
    if (name === "test_start") forgetExchanges();
    const details = name === "test_fn_failure" ? await failureDetails() : null;
    if (details) test.errors.push([details, details]);
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    this.#restore();
  }
}
