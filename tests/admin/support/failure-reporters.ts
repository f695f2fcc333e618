import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext } from "playwright-core";
import { addExchange, type FailureReporter } from "../../runner/failure.ts";

/** A reporter that takes a screenshot of each open page, and prints the path. */
export function screenshotReporter(contexts: () => readonly BrowserContext[]): FailureReporter {
  return async () => {
    const pages = contexts().flatMap((context) => context.pages());
    const folder = pages.length > 0 ? mkdtempSync(join(tmpdir(), "colophon-screenshots-")) : "";
    return Promise.all(
      pages.map(async (page, index) => {
        const path = join(folder, `${index + 1}.png`);
        await page.screenshot({ path, timeout: 10_000 });
        return `Screenshot of ${page.url()}: ${path}`;
      }),
    );
  };
}

/** Adds the API requests of a context's pages to those that a failed test prints, with the answers that refuse them. */
export function recordRequests(context: BrowserContext): void {
  context.on("response", (response) => {
    const request = response.request();
    if (!request.url().includes("/api/")) return;
    const exchange = addExchange({ sent: `${request.method()} ${request.url()}\n${request.postData() ?? ""}`.trimEnd() });
    exchange.status = response.status();
    exchange.requestId = response.headers()["x-request-id"];
    if (!response.ok())
      void response.text().then(
        (text) => (exchange.answered = text),
        () => undefined, // its page is closed
      );
  });
}
