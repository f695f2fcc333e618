import type { Page } from "playwright-core";

/** For a page that is not loaded yet: timers of this length never fire, so that what they end lasts as long as the machine needs. */
export async function holdTimers(page: Page, ms: number): Promise<void> {
  await page.addInitScript(`{
    const start = globalThis.setTimeout;
    globalThis.setTimeout = (task, after, ...rest) => start(after === ${ms} ? () => {} : task, after, ...rest);
  }`);
}
