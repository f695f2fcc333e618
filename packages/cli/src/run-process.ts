import { runCli } from "./run-cli.ts";
import type { CommandContext } from "./site.ts";

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
