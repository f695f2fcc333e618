import type { Browser } from "playwright-core";
import { addFailureReporter, logReporter } from "../../runner/failure.ts";
import { createCallers } from "./callers.ts";
import { connectBrowser, startBrowser } from "../chromium.ts";
import { startSmtp } from "../servers/smtp.ts";
import type { Lease, LeaseRequest } from "./stack-pool.ts";
import { startTestStack } from "./stack.ts";
import type { TestSite } from "./stack.ts";

/**
 * Returns a site with this configuration and the data of its first start. Under `npm test` it is a stack of the stack pool, which other
 * test files may have used before; otherwise it is a new stack.
 */
export async function leaseTestSite(configFile: string): Promise<TestSite> {
  const poolUrl = process.env["TEST_STACK_POOL"];
  if (!poolUrl) return startTestStack({ configFile });
  const smtp = await startSmtp();
  const wanted: LeaseRequest = { configFile, smtpPort: smtp.port };
  const { number, ...addresses } = await requestPool<Lease>(`${poolUrl}/lease`, { method: "POST", body: JSON.stringify(wanted) }).catch(
    async (error: unknown) => {
      await smtp.stop();
      throw error;
    },
  );
  const stop = async () => {
    await requestPool(`${poolUrl}/${number}`, { method: "DELETE" });
    await smtp.stop();
  };
  try {
    const printed = () => requestPool<string>(`${poolUrl}/${number}`);
    addFailureReporter(logReporter(printed));
    return { ...addresses, smtp, ...(await createCallers(addresses.url, configFile, smtp)), printed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns the browser that the test files of a run share, or a new one if there is no pool. */
export async function leaseBrowser(): Promise<Browser> {
  const poolUrl = process.env["TEST_STACK_POOL"];
  return poolUrl ? connectBrowser(await requestPool<string>(`${poolUrl}/browser`, { method: "POST" })) : startBrowser();
}

async function requestPool<T>(url: string, options: RequestInit = {}): Promise<T> {
  const answer = await fetch(url, options);
  if (!answer.ok) throw new Error(`The stack pool answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
