import { createRequire, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import JestRuntime from "jest-runtime";
import { useGlobals } from "./globals.ts";

const require = createRequire(import.meta.url);
const GLOBALS = new URL("globals.ts", import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "@jest/globals" ? { url: GLOBALS, format: "module-typescript", shortCircuit: true } : next(specifier, context),
});

let run = 0;

/** Loads test files by Node itself: each module once a process, types stripped by Node, compiled code kept between runs. */
export default class ProcessRuntime extends JestRuntime {
  unstable_shouldLoadAsEsm() {
    return true;
  }

  /** A file that runs a second time is a module of its own. */
  async unstable_importModule(path) {
    run += 1;
    await import(`${pathToFileURL(path).href}?run=${run}`);
  }

  /** What jest runs tests with holds the state of one file, so each file gets its own. */
  requireInternalModule(path) {
    Reflect.deleteProperty(require.cache, path);
    return require(path);
  }

  setGlobalsForRuntime(globals) {
    super.setGlobalsForRuntime(globals);
    useGlobals(this.requireModuleOrMock(import.meta.filename, "@jest/globals"));
  }
}
