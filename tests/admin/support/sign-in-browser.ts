import type { BrowserContext } from "playwright-core";
import { mailedCode, type TestSite } from "../../support/stack/stack.ts";

type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

/** The cookies of the sessions of each site, by the user's address. */
const sessions = new WeakMap<TestSite, Map<string, Cookies>>();

/** Signs a user in for all pages of a browser context. A session of an earlier test is used again, unless it has ended. */
export async function signInBrowser(context: BrowserContext, site: TestSite, email: string): Promise<void> {
  const known = sessions.get(site) ?? new Map<string, Cookies>();
  sessions.set(site, known);
  await context.addCookies(known.get(email) ?? []);
  const { data } = await (await context.request.get(`${site.url}/api/auth/me`)).json();
  if (data?.user?.email === email) return;
  await context.clearCookies();
  await signInAnew(context, site, email);
  known.set(email, await context.cookies());
}

/** Signs a user in with a new session. */
export async function signInAnew(context: BrowserContext, { visitor, smtp, url }: TestSite, email: string): Promise<void> {
  const requested = await visitor.post("/api/auth/request", { email });
  const data = { authRequestId: requested.data.authRequestId, code: await mailedCode(smtp, email) };
  const answer = await context.request.post(`${url}/api/auth/create`, { data });
  if (!answer.ok()) throw new Error(`No sign-in for ${email}: ${await answer.text()}`);
}
