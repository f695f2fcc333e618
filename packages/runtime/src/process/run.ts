import { ConfigError, EnvError } from "@colophon/config";

export type ErrorKind = abstract new (...args: never[]) => Error;

/**
 * Runs a program. A failure that its operator can correct (a wrong variable, a wrong configuration) ends it with that failure's message and
 * status 1; any other one is a bug or an outage, and keeps its stack.
 *
 * @param refusals - further kinds of errors with a message for the operator.
 */
export async function run(program: () => Promise<void>, refusals: readonly ErrorKind[] = []): Promise<void> {
  try {
    await program();
  } catch (error) {
    const isForPeople = [ConfigError, EnvError, ...refusals].some((kind) => error instanceof kind);
    console.error(isForPeople && error instanceof Error ? error.message : error);
    process.exit(1); // open connections would keep the process running
  }
}
