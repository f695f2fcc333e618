import { join } from "node:path";

/** The compile cache of all test processes; Node replaces an entry when its file changes. */
export const COMPILE_CACHE = join(import.meta.dirname, "../../../node_modules/.cache/colophon-tests");

/** The environment of every Node process of a test, besides its own variables. */
export const NODE_ENVIRONMENT = { PATH: process.env["PATH"] ?? "", NODE_COMPILE_CACHE: COMPILE_CACHE };
