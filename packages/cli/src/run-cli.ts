import { CommanderError } from "commander";
import { sentenceOf, STATUS } from "./failures.ts";
import { createProgram } from "./program.ts";
import type { Surroundings } from "./site.ts";
import { say } from "./terminal.ts";

/** Runs one command line. @param argv - the words after the program's name. @returns the exit status; see `STATUS` */
export async function runCli(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  let status: number = STATUS.done;
  const program = createProgram(surroundings, (result) => void (status = result));
  try {
    await program.parseAsync(argv, { from: "user" });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (surroundings.signal.aborted) return stopped(surroundings);
    const sentence = sentenceOf(error);
    if (sentence === null) throw error;
    say(surroundings.terminal, sentence);
    return STATUS.refused;
  }
}

function stopped({ terminal }: Surroundings): number {
  say(terminal, "Stopped.");
  return STATUS.stopped;
}
