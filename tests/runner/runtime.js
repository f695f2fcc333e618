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

/**
 * Runs test files in the worker's own process, loaded by Node itself as the product is: native ES modules, types stripped by
 * Node, each module loaded once a process and its compiled code kept between runs. Jest's own way loads every module anew
 * for each file, in a context of `node:vm`, which takes a quarter more CPU time. Three things follow from it: a test file
 * gets a query of its own, so that it can run twice (`unstable_importModule`); what jest runs a file with is loaded anew
 * (`requireInternalModule`, and `environment.js`); and `@jest/globals` always means those of the file that runs now
 * (`globals.ts`), also in modules that an earlier file has loaded.
 */
export default class ProcessRuntime extends JestRuntime {
  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    run += 1;
    await import(`${pathToFileURL(path).href}?run=${run}`);
  }

  requireInternalModule(path) {
    Reflect.deleteProperty(require.cache, path);
    return require(path);
  }

  setGlobalsForRuntime(globals) {
    super.setGlobalsForRuntime(globals);
    useGlobals(this.requireModuleOrMock(import.meta.filename, "@jest/globals"));
  }
}
