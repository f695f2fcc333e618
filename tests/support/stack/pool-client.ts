import type { Browser } from "playwright-core";
import { connectBrowser, startBrowser } from "../chromium.ts";
import { SOURCE_RUNNER, type Runner } from "./stack-process.ts";

/** The address of the stack pool of `npm test`; without one, a test file starts what it needs itself. */
const poolUrl = process.env["TEST_STACK_POOL"];

export function hasPool(): boolean {
  return Boolean(poolUrl);
}

/** The browser that the test files of a run share, or a new one if there is no pool. */
export async function leaseBrowser(): Promise<Browser> {
  return hasPool() ? connectBrowser(await requestPool<string>("/browser", { method: "POST" })) : startBrowser();
}

/** The runner of stacks that the test files of a run share, or that of the sources if there is no pool. */
export async function sharedRunner(): Promise<Runner> {
  return hasPool() ? requestPool<Runner>("/runner", { method: "POST" }) : SOURCE_RUNNER;
}

/** @throws Error if the pool refuses the request */
export async function requestPool<T>(path: string, options: RequestInit = {}): Promise<T> {
  const answer = await fetch(`${poolUrl}${path}`, options);
  if (!answer.ok) throw new Error(`The stack pool answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
