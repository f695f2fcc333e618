import { CommanderError } from "commander";
import type { CommandContext } from "./site.ts";
import { sentenceOf, STATUS } from "./failures.ts";
import { createProgram } from "./program.ts";
import { printMessage } from "./terminal.ts";

/**
 * Runs this process's own command line, and exits with its status. Ctrl-C and SIGTERM stop the command in order; a second one ends the
 * process at once.
 */
export async function runProcess(options: Pick<CommandContext, "name" | "findStack" | "addCommands"> = {}): Promise<void> {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  const { stdin, stdout, stderr } = process;
  stdout.on("error", () => stop.abort()); // the reader of the output has closed it
  const context = { variables: process.env, terminal: { stdin, stdout, stderr }, signal: stop.signal, ...options };
  process.exitCode = await runCli(process.argv.slice(2), context);
  stdin.unref?.();
}

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
    printMessage(context.terminal, sentence);
    return STATUS.refused;
  }
}

function stopped({ terminal }: CommandContext): number {
  printMessage(terminal, "Stopped.");
  return STATUS.stopped;
}
