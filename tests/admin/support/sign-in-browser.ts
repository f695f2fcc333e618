import type { BrowserContext } from "playwright-core";
import { mailedCode, type TestSite } from "../../support/stack.ts";

/** Signs a user in for all pages of a browser context. */
export async function signInBrowser(context: BrowserContext, { visitor, smtp, url }: TestSite, email: string): Promise<void> {
  const requested = await visitor.post("/api/auth/request", { email });
  const data = { authRequestId: requested.data.authRequestId, code: await mailedCode(smtp, email) };
  const answer = await context.request.post(`${url}/api/auth/create`, { data });
  if (!answer.ok()) throw new Error(`No sign-in for ${email}: ${await answer.text()}`);
}
