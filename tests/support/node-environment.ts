import { join } from "node:path";

/** The modules that the tests' processes have compiled, for the next of them; Node replaces an entry when its file changes. */
export const COMPILE_CACHE = join(import.meta.dirname, "../../node_modules/.cache/colophon-tests");

/** What every Node process of a test is given beside its own variables. */
export const NODE_ENVIRONMENT = { PATH: process.env["PATH"] ?? "", NODE_COMPILE_CACHE: COMPILE_CACHE };
