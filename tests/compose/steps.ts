/** Runs a named step, and prints its duration. */
export type Step = <T>(name: string, work: () => Promise<T>) => Promise<T>;

export interface StepsOptions {
  /** Prints logs and states after a step has failed. */
  readonly printDiagnostics: () => Promise<void>;
  /** Runs after the steps, also if they fail or are interrupted. */
  readonly cleanUp: () => Promise<unknown>;
}

/** Runs the steps and exits the process: with status 1 if a step failed, otherwise with status 0 and `summary` printed. */
export async function steps(
  summary: string,
  work: (step: Step) => Promise<void>,
  { printDiagnostics, cleanUp }: StepsOptions,
): Promise<never> {
  const exit = (status: number): Promise<never> => cleanUp().then(() => process.exit(status));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => void exit(1));
  try {
    await work(step);
    console.log(summary);
  } catch (error) {
    console.error(error);
    await printDiagnostics();
    return await exit(1);
  }
  return exit(0);
}

async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = Date.now();
  process.stdout.write(`  ${name} … `);
  const result = await work();
  console.log(`${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}
