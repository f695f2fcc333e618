export { checkConfig } from "./config-command.ts";
export { Refusal, sentenceOf, STATUS } from "./failures.ts";
export { createProgram } from "./program.ts";
export { runProcess } from "./run-process.ts";
export { showPlan } from "./schema-commands.ts";
export { openStorage, readConfig, type CommandContext, type Ending } from "./site.ts";
export { print, say } from "./terminal.ts";
