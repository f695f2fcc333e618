import "./generate.ts";
import "./build-admin.ts";
import { readArguments } from "./arguments.ts";
import { problemWith, thisMachine } from "../packages/colophon/bin/require-node.cjs";
import { serve } from "colophon/stack/serve.ts";

/** `npm start`: the whole product on this machine, until Ctrl-C. */
const startedMs = Date.now();
readArguments("Usage: npm start. It takes no arguments. For the environment variables, see docs/reference/environment.md.", {});
const problem = problemWith(thisMachine(true));
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}
await serve(startedMs);
