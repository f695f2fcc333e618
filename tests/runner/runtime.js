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
 * Runs test files in the worker's process. Node.js loads them as it loads the product: as native ES modules, with type stripping,
 * each module once per process, with a compile cache between runs. Jest's default runtime loads every module again for each
 * file, in a `node:vm` context, which takes a quarter more CPU time. Consequences: each run of a test file gets a different query
 * string, so that the file can run twice (`unstable_importModule`); jest's internal modules are loaded again for each file
 * (`requireInternalModule`, and `environment.js`); and `@jest/globals` always refers to the current test file (`globals.ts`), also
 * in modules that an earlier file has loaded.
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
