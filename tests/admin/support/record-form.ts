import type { Locator, Page } from "playwright-core";

/** An image of one pixel. */
export const SMALL_PICTURE = {
  name: "pixel.png",
  mimeType: "image/png",
  buffer: Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64"),
};

/** The input of a field by its dotted path. */
export function field(page: Page, path: string): Locator {
  return page.locator(`[data-field="${path}"] :is(input:not([type=hidden]), textarea)`).first();
}

/** Waits until all input is saved. */
export async function saved(page: Page): Promise<void> {
  await page.locator('[data-phase="saved"]').first().waitFor();
}

/** Waits for the form in a language. The address changes before the form does: until then, input goes into the form that was open. */
export async function shownIn(page: Page, language: string): Promise<void> {
  const languages = page.getByRole("navigation", { name: "Languages" });
  await languages.locator('[aria-current="page"]', { hasText: language }).waitFor();
}

/** Chooses from the menu of a record's further actions. */
export async function action(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
}
