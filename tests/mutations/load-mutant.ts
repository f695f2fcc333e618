/** Loaded into a process of tests by `--import`: one source file is replaced by its mutant, which is stored elsewhere. */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";

const { MUTATED_URL = "", MUTANT_FILE = "" } = process.env;

registerHooks({
  load: (url, context, next) =>
    url === MUTATED_URL ? { format: "module-typescript", source: readFileSync(MUTANT_FILE), shortCircuit: true } : next(url, context),
});
