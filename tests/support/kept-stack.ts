import { createCallers } from "./callers.ts";
import { startSmtp } from "./smtp.ts";
import type { Taken } from "./stack-keeper.ts";
import { startTestStack } from "./stack.ts";
import type { TestSite } from "./stack.ts";

/**
 * A site of this configuration in the state of its first start: a stack from an earlier test file if `npm test` keeps them, otherwise a new
 * one.
 */
export async function takeTestSite(configFile: string): Promise<TestSite> {
  const keeper = process.env["TEST_STACK_KEEPER"];
  if (!keeper) return startTestStack({ configFile });
  const { number, smtpPort, ...where } = await ask<Taken>(`${keeper}/take`, { method: "POST", body: configFile });
  const smtp = await startSmtp({ port: smtpPort });
  const stop = async () => {
    await ask(`${keeper}/${number}`, { method: "DELETE" });
    await smtp.stop();
  };
  try {
    const printed = () => ask<string>(`${keeper}/${number}`);
    return { ...where, smtp, ...(await createCallers(where.url, configFile, smtp)), printed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function ask<T>(url: string, options: RequestInit = {}): Promise<T> {
  const answer = await fetch(url, options);
  if (!answer.ok) throw new Error(`The keeper of stacks: ${await answer.text()}`);
  return (await answer.json()) as T;
}
