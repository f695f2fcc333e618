import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Request } from "playwright-core";
import { addExchange, type Exchange, type FailureReporter } from "../../runner/failure.ts";

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

/** Adds the API requests of a context's pages, and all that got no answer, to those that a failed test prints, with the answers that refuse them. */
export function recordRequests(context: BrowserContext): void {
  const exchanges = new WeakMap<Request, Exchange>();
  const add = (request: Request): Exchange => {
    const exchange = addExchange({ sent: `${request.method()} ${request.url()}\n${request.postData() ?? ""}`.trimEnd() });
    exchanges.set(request, exchange);
    return exchange;
  };
  context.on("request", (request) => {
    if (request.url().includes("/api/")) add(request);
  });
  context.on("requestfailed", (request) => {
    const exchange = exchanges.get(request) ?? add(request);
    exchange.answered = request.failure()?.errorText ?? "";
  });
  context.on("response", (response) => {
    const exchange = exchanges.get(response.request());
    if (!exchange) return;
    exchange.status = response.status();
    exchange.requestId = response.headers()["x-request-id"];
    if (!response.ok())
      void response.text().then(
        (text) => (exchange.answered = text),
        () => undefined, // its page is closed
      );
  });
}
