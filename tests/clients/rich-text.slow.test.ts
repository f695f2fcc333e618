/** The HTML of documents in a real browser. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { toHtml } from "@colophon/client/rich-text";
import type { Browser } from "playwright-core";
import { ATTACKS } from "../../packages/client/test/rich-text/attacks.ts";
import { describeInBrowser } from "../admin/support/browser.ts";
import { startBrowser } from "../support/chromium.ts";

const TOUCH_EVERYTHING = `for (const element of document.body.querySelectorAll("*")) {
  element.addEventListener("click", (event) => event.preventDefault());
  for (const type of ["click", "mouseover", "focus", "load", "error", "toggle"])
    element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
  element.focus();
}`;

describeInBrowser("the HTML of documents", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  test("no attack runs a script or loads anything, also when everything in it is clicked, focused and pointed at", async () => {
    const page = await browser.newPage();
    const requests: string[] = [];
    const attacks: string[] = [];
    await page.route("**", (route) => (requests.push(route.request().url()), route.abort()));
    await page.exposeFunction("attack", () => void attacks.push("run"));
    page.on("dialog", (dialog) => (attacks.push("dialog"), void dialog.dismiss()));

    for (const document of ATTACKS) {
      await page.setContent(`<!doctype html><body>${toHtml(document)}</body>`);
      await page.evaluate(TOUCH_EVERYTHING);
    }

    expect([attacks, requests]).toEqual([[], []]);
    await page.close();
  });
});
