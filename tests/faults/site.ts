import { afterAll, beforeAll } from "@jest/globals";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startTestStack } from "../support/stack.ts";
import type { TestStack, TestStackOptions } from "../support/stack.ts";

/** A stack on the faults' site for one test file, with servers of its own where `servers` makes some. */
export function useFaultSite(servers: () => Promise<Omit<TestStackOptions, "configFile">> = async () => ({})): {
  readonly stack: TestStack;
} {
  let stack: TestStack | undefined;
  beforeAll(async () => {
    const { variables, ...given } = await servers();
    const configFile = join(import.meta.dirname, "fault.config.ts");
    // These files may run for longer than a sign-in counts as recent.
    const started = await startTestStack({ configFile, variables: { CONFIRM_MINUTES: "0", ...variables }, ...given });
    stack = { ...started, admin: started.admin.impatient(), visitor: started.visitor.impatient() };
  });
  afterAll(async () => stack?.stop());
  return {
    get stack() {
      if (!stack) throw new Error("The site has not started");
      return stack;
    },
  };
}

/** Waits for a condition, at most so long. @returns how many milliseconds it took, or Infinity. */
export async function msUntil(limitMs: number, condition: () => Promise<boolean> | boolean): Promise<number> {
  const began = performance.now();
  for (;;) {
    if (await condition()) return performance.now() - began;
    if (performance.now() - began > limitMs) return Infinity;
    await sleep(50);
  }
}

/** The numbers of all processes of a stack: one changes when its process dies. */
export async function pidsOf({ processes, pidOf }: TestStack): Promise<(number | null)[]> {
  const pids: (number | null)[] = [];
  for (const { name } of processes) pids.push(await pidOf(name));
  return pids;
}
