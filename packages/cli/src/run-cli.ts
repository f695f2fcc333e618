import { CommanderError } from "commander";
import { sentenceOf, STATUS } from "./failures.ts";
import { createProgram } from "./program.ts";
import type { CommandContext } from "./site.ts";
import { say } from "./terminal.ts";

/** Runs one command line. @param argv - the arguments after the program's name. @returns the exit status; see `STATUS` */
export async function runCli(argv: readonly string[], context: CommandContext): Promise<number> {
  let status: number = STATUS.done;
  const program = createProgram(context, (result) => void (status = result));
  try {
    await program.parseAsync(argv, { from: "user" });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (context.signal.aborted) return stopped(context);
    const sentence = sentenceOf(error);
    if (sentence === null) throw error;
    say(context.terminal, sentence);
    return STATUS.refused;
  }
}

function stopped({ terminal }: CommandContext): number {
  say(terminal, "Stopped.");
  return STATUS.stopped;
}
