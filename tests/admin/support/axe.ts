import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Result } from "axe-core";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Waits for CSS transitions, because the contrast of a colour is different during a transition. */
const TRANSITIONS_END = `Promise.all(document.getAnimations().filter((one) => one instanceof CSSTransition).map(({ finished }) => finished.catch(() => undefined)))`;

const IS_LOADED = "'axe' in globalThis";
/** Only what is broken is sent to this process: the whole result has all elements of the page, for each rule. */
const VIOLATIONS = `axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations)`;

/** The accessibility rules that the page violates in its current state, each with the elements. */
export async function brokenRules(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>(IS_LOADED))) await page.evaluate(AXE);
  await page.evaluate(TRANSITIONS_END);
  const violations = await page.evaluate<readonly Result[]>(VIOLATIONS);
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, html, failureSummary }) => `${String(target)} ${html.slice(0, 200)} ${failureSummary ?? ""}`).join(" | ")}`,
  );
}
