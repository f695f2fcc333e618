import type { Page } from "playwright-core";
import { eventually } from "../../support/eventually.ts";

/** Waits until nothing on the page is wider than the window: its parts get their widths one after another. */
export async function fitsIn(page: Page, width: number): Promise<void> {
  await eventually(() => page.evaluate<number>("document.documentElement.scrollWidth"), {
    what: `the page is at most ${width} pixels wide`,
    accepts: (seen) => seen <= width,
  });
}
