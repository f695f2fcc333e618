import { addFailureReporter, logReporter } from "../../runner/failure.ts";
import { createCallers } from "./callers.ts";
import { startSmtp } from "../servers/smtp.ts";
import { hasPool, requestPool } from "./pool-client.ts";
import type { Lease, LeaseRequest } from "./stack-pool.ts";
import { startTestStack } from "./stack.ts";
import type { TestSite } from "./stack.ts";

/**
 * Returns a site with this configuration and the data of its first start. Under `npm test` it is a stack of the stack pool, which other
 * test files may have used before; otherwise it is a new stack.
 */
export async function leaseTestSite(configFile: string): Promise<TestSite> {
  if (!hasPool()) return startTestStack({ configFile });
  const smtp = await startSmtp();
  const wanted: LeaseRequest = { configFile, smtpPort: smtp.port };
  const { number, ...addresses } = await requestPool<Lease>("/lease", { method: "POST", body: JSON.stringify(wanted) }).catch(
    async (error: unknown) => {
      await smtp.stop();
      throw error;
    },
  );
  const stop = async () => {
    await requestPool(`/${number}`, { method: "DELETE" });
    await smtp.stop();
  };
  try {
    const printed = () => requestPool<string>(`/${number}`);
    addFailureReporter(logReporter(printed));
    return { ...addresses, smtp, ...(await createCallers(addresses.url, configFile, smtp)), printed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
