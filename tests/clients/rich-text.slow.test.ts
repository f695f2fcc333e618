/** The HTML of documents in a real browser. */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { toHtml } from "@colophon/client/rich-text";
import type { Browser } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { ATTACKS } from "../../packages/client/test/rich-text/attacks.ts";
import { describeInBrowser } from "../admin/support/browser.ts";
import { startBrowser } from "../support/chromium.ts";

/** A click follows only what could run a script. */
const TOUCH_EVERYTHING = `for (const element of document.body.querySelectorAll("*")) {
  element.addEventListener("click", (event) => {
    if (!/^(?:javascript|data|vbscript):$/.test(event.target.closest("a")?.protocol)) event.preventDefault();
  });
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

  /** A page that notes what runs in it and what it requests. */
  async function openWatched() {
    const page = await browser.newPage();
    const noted = { attacks: [] as string[], requests: [] as string[] };
    await page.route("**", (route) => (noted.requests.push(route.request().url()), route.abort()));
    await page.exposeFunction("attack", () => void noted.attacks.push("run"));
    page.on("dialog", (dialog) => (noted.attacks.push("dialog"), void dialog.dismiss()));
    const show = async (html: string) => {
      await page.setContent(`<!doctype html><body>${html}</body>`);
      await page.evaluate(TOUCH_EVERYTHING);
    };
    return { noted, show, close: () => page.close() };
  }

  test("no attack runs a script or loads anything, also when everything in it is clicked, focused and pointed at", async () => {
    const { noted, show, close } = await openWatched();

    for (const document of ATTACKS) await show(toHtml(document));

    expect(noted).toEqual({ attacks: [], requests: [] });
    await close();
  });

  test.each([
    ["a handler", '<p onclick="attack()">a</p>', "attacks"],
    ["an address with a script", '<p><a href="javascript:attack()">a</a></p>', "attacks"],
    ["a dialog", "<script>alert(1)</script>", "attacks"],
    ["an image", '<img src="https://a.example/a.png">', "requests"],
  ] as const)("%s in HTML that is not safe would be noticed", async (_what, html, by) => {
    const { noted, show, close } = await openWatched();

    await show(html);

    await eventually(() => noted[by].length > 0, { what: by });
    await close();
  });
});
