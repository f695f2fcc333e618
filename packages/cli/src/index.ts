export { Refusal, sentenceOf, STATUS } from "./failures.ts";
export { createProgram } from "./program.ts";
export { runProcess } from "./run-process.ts";
export { readConfig, type CommandContext, type Ending } from "./site.ts";
export { print } from "./terminal.ts";
