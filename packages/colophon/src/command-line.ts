import { runProcess } from "./cli/run-process.ts";
import { besideStack } from "./stack/find-running.ts";
import { addCommands } from "./commands.ts";

/** Runs the command that the arguments of this process name. */
export function runCommandLine(): Promise<void> {
  return runProcess({ ...besideStack(), name: "colophon", addCommands });
}
