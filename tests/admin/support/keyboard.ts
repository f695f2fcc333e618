import type { Locator, Page } from "playwright-core";
import { eventually } from "../../support/eventually.ts";

const MOST_KEYS = 150;

/** A button by its whole name. */
export function button(within: Page | Locator, name: string): Locator {
  return within.getByRole("button", { name, exact: true });
}

/** Presses this key until the element has the focus. @throws Error if it never gets the focus */
export async function pressUntilFocused(page: Page, key: string, target: Locator): Promise<void> {
  await target.waitFor();
  let element = await target.elementHandle(); // to find it again after each key takes more time than the key
  for (let pressed = 0; pressed <= MOST_KEYS; pressed++) {
    const focus = await element?.evaluate(focusOf);
    if (focus === "here") return;
    if (focus === "elsewhere") await page.keyboard.press(key);
    else element = await target.elementHandle();
  }
  throw new Error(`${String(target)} does not get the focus with ${key}`);
}

/** Waits until the element has the focus; earlier key presses would go to another element. */
export async function awaitFocus(target: Locator): Promise<void> {
  await target.waitFor();
  await eventually(async () => (await target.evaluate(focusOf)) === "here", { what: `${String(target)} has the focus` });
}

/** Presses Tab until the element has the focus. */
export function tabTo(page: Page, target: Locator): Promise<void> {
  return pressUntilFocused(page, "Tab", target);
}

/** Moves the focus to a button or link, and presses it. */
export async function pressOn(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Moves the focus to a field and replaces its content. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

/** Opens a menu by its button and chooses an item. */
export async function chooseFrom(page: Page, button: Locator, name: string): Promise<void> {
  await pressOn(page, button);
  await pressUntilFocused(page, "ArrowDown", page.getByRole("menuitem", { name, exact: true }));
  await page.keyboard.press("Enter");
}

/** Opens the options of a field with a key and selects one. */
export async function selectOption(page: Page, target: Locator, name: string, key = "Enter"): Promise<void> {
  await pressOn(page, target, key);
  const option = page.getByRole("option", { name, exact: true });
  await option.waitFor();
  for (let pressed = 0; pressed <= MOST_KEYS && (await option.getAttribute("data-combobox-selected")) === null; pressed++)
    await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
}

type Focus = "here" | "elsewhere" | "gone";

/** Where the focus is, seen from an element, which may be no part of the page any more. */
function focusOf(element: { readonly isConnected: boolean; readonly ownerDocument: { readonly activeElement: unknown } }): Focus {
  if (!element.isConnected) return "gone";
  return element.ownerDocument.activeElement === element ? "here" : "elsewhere";
}

/** Moves the second item of a list, whose handle has the focus, to the first place. */
export async function moveUp(page: Page): Promise<void> {
  for (const [key, said] of [
    ["Space", "Now at place 2"],
    ["ArrowUp", "Now at place 1"],
    ["Space", "Dropped at place 1"],
  ] as const) {
    await page.keyboard.press(key);
    await page.getByText(said).waitFor({ state: "attached" });
    await page.evaluate("new Promise((resolve) => { setTimeout(resolve); })"); // the page listens to the next key in a task after it said so
  }
}
