import { afterAll, beforeAll } from "@jest/globals";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startTestStack } from "../support/stack/stack.ts";
import type { TestStack, TestStackOptions } from "../support/stack/stack.ts";

export interface FaultSite {
  readonly stack: TestStack;
}

/** Starts a stack with `fault.config.ts` for one test file, on the servers that `servers` returns. */
export function useFaultSite(servers: () => Promise<Omit<TestStackOptions, "configFile">> = async () => ({})): FaultSite {
  let stack: TestStack | undefined;
  beforeAll(async () => {
    const { variables, ...given } = await servers();
    const configFile = join(import.meta.dirname, "fault.config.ts");
    // A test file may run longer than a sign-in counts as recent.
    const started = await startTestStack({ configFile, variables: { CONFIRM_MINUTES: "0", ...variables }, ...given });
    stack = { ...started, admin: started.admin.withoutRetries(), visitor: started.visitor.withoutRetries() };
  });
  afterAll(async () => stack?.stop());
  return {
    get stack() {
      if (!stack) throw new Error("The site has not started");
      return stack;
    },
  };
}

/** Waits for a condition. @returns the time in ms, or Infinity if the limit was reached */
export async function msUntil(limitMs: number, condition: () => Promise<boolean> | boolean): Promise<number> {
  const began = performance.now();
  for (;;) {
    if (await condition()) return performance.now() - began;
    if (performance.now() - began > limitMs) return Infinity;
    await sleep(50);
  }
}

/** The process ids of a stack. An id changes when its process is restarted. */
export async function pidsOf({ processes, pidOf }: TestStack): Promise<(number | null)[]> {
  const pids: (number | null)[] = [];
  for (const { name } of processes) pids.push(await pidOf(name));
  return pids;
}
