/** Runs a named step, and prints its duration. */
export type Step = <T>(name: string, work: () => Promise<T>) => Promise<T>;

export interface StepsOptions {
  /** Prints information about the failure of a step. */
  readonly complaints: () => Promise<void>;
  /** Cleans up after the steps; also runs if they fail or are interrupted. */
  readonly end: () => Promise<unknown>;
}

/** Runs a process of steps, then ends it: with status 1 where one failed, else with `summary` printed. */
export async function steps(summary: string, work: (step: Step) => Promise<void>, { complaints, end }: StepsOptions): Promise<never> {
  const leave = (status: number): Promise<never> => end().then(() => process.exit(status));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => void leave(1));
  try {
    await work(step);
    console.log(summary);
  } catch (error) {
    console.error(error);
    await complaints();
    return await leave(1);
  }
  return leave(0);
}

async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = Date.now();
  process.stdout.write(`  ${name} … `);
  const result = await work();
  console.log(`${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}
