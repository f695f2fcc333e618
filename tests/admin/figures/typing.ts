import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext } from "playwright-core";
import { eventually } from "../../support/eventually.ts";
import { NOTE_KEYS } from "./page-scripts.ts";

const KEYS = 200;
const WARM_UP_KEYS = 10;
/** Not a multiple of a frame's duration, so that keys are pressed at all points of a frame. */
const PAUSE_MS = 53;

export interface Typed {
  readonly p50: number;
  readonly p99: number;
}

/** Types into a field of a record's form. */
export async function typeInto(context: BrowserContext, address: string, path: string): Promise<Typed> {
  const page = await context.newPage();
  await page.goto(address);
  const input = page.locator(`[data-field="${path}"] :is(input, [role="textbox"])`).first();
  await input.focus();
  await page.waitForLoadState("networkidle");
  await page.keyboard.type("x".repeat(WARM_UP_KEYS), { delay: PAUSE_MS });
  await page.evaluate(NOTE_KEYS);
  for (let at = 0; at < KEYS; at++) {
    await page.keyboard.press("abcdefghij"[at % 10] ?? "a");
    await sleep(PAUSE_MS);
  }
  const { keys } = await eventually(() => page.evaluate<{ keys: number[] }>("noted"), {
    what: "every key is painted",
    accepts: (noted) => noted.keys.length === KEYS,
  });
  await page.close();
  return { p50: part(keys, 0.5), p99: part(keys, 0.99) };
}

/** The time within which that share of the keys was painted. */
function part(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(share * times.length) - 1] ?? Infinity;
}
