import { createCallers } from "./callers.ts";
import { startSmtp } from "./smtp.ts";
import type { Taken } from "./stack-keeper.ts";
import { startTestStack } from "./stack.ts";
import type { TestSite } from "./stack.ts";

/**
 * A site of this configuration as at its first start: one that another test file had before where `npm test` keeps them,
 * else a stack of its own.
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
