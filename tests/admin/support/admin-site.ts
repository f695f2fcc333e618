import { afterAll, afterEach, beforeAll } from "@jest/globals";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { addFailureReporter } from "../../runner/failure.ts";
import { LIMIT_MS } from "../../support/eventually.ts";
import { leaseTestSite } from "../../support/stack/leased-site.ts";
import { leaseBrowser } from "../../support/stack/pool-client.ts";
import type { TestSite } from "../../support/stack/stack.ts";
import { signInBrowser } from "./sign-in-browser.ts";
import { recordRequests, screenshotReporter } from "./failure-reporters.ts";

export interface AdminSite {
  readonly stack: TestSite;
  /** A new browser context, without a sign-in. */
  open(options?: BrowserContextOptions): Promise<Page>;
  /** A new browser context in which this user is signed in; the page is not loaded yet. */
  openAs(email: string, options?: BrowserContextOptions): Promise<Page>;
  /** The errors in the browser since the test began: script errors, and violations of the Content Security Policy. */
  complaints(): readonly string[];
}

/** A site with this configuration and a browser, for one test file. Browser contexts are closed after each test. */
export function useAdminSite(configFile: string): AdminSite {
  let stack: TestSite | undefined;
  let browser: Browser | undefined;
  let complaints: string[] = [];
  let contexts: BrowserContext[] = [];

  beforeAll(async () => {
    addFailureReporter(screenshotReporter(() => contexts));
    browser = await leaseBrowser();
    stack = await leaseTestSite(configFile);
  });
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    [contexts, complaints] = [[], []];
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });

  const known = (): TestSite => {
    if (!stack) throw new Error("The site has not started");
    return stack;
  };
  const newContext = async (options: BrowserContextOptions): Promise<BrowserContext> => {
    if (!browser) throw new Error("The browser has not started");
    const context = await browser.newContext({ baseURL: known().url, locale: "en-GB", ...options });
    context.setDefaultTimeout(LIMIT_MS);
    context.on("weberror", (error) => complaints.push(String(error.error())));
    context.on("console", (message) => {
      if (message.type() === "error" && /Content Security Policy|Uncaught/.test(message.text())) complaints.push(message.text());
    });
    recordRequests(context);
    contexts.push(context);
    return context;
  };

  return {
    get stack() {
      return known();
    },
    open: async (options = {}) => (await newContext(options)).newPage(),
    async openAs(email, options = {}) {
      const context = await newContext(options);
      await signInBrowser(context, known(), email);
      return context.newPage();
    },
    complaints: () => complaints,
  };
}
