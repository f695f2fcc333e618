export { Refusal } from "./failures.ts";
export { runProcess } from "./run-process.ts";
