/** Makes the screenshots of the admin page in docs/images, from the seeded example. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import sharp from "sharp";
import { startChromium } from "../support/chromium.ts";
import { signInBrowser } from "../admin/support/sign-in-browser.ts";
import { eventually } from "../support/eventually.ts";
import { ADMIN, startTestStack } from "../support/stack/stack.ts";
import { fillMagazine, type Magazine } from "./magazine.ts";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = join(ROOT, "docs/images");
const MAX_BYTES = 300_000;
const COLORS = [256, 128, 64, 32] as const;
const TIMEOUT_MS = 60_000;

interface Picture {
  readonly name: string;
  readonly options?: BrowserContextOptions;
  /** Brings the page to the state of the picture. */
  readonly show: (page: Page, magazine: Magazine) => Promise<unknown>;
}

const PICTURES: readonly Picture[] = [
  {
    name: "list",
    show: async (page) => {
      await page.goto("/admin/content/article");
      await page.getByRole("link", { name: "The night bus" }).waitFor();
    },
  },
  { name: "form", show: showForm },
  {
    name: "diff",
    show: async (page, magazine) => {
      await showForm(page, magazine);
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: "History" }).click();
      await page.getByRole("button", { name: /^Version 4/ }).click();
      await page.locator("ins").first().waitFor();
    },
  },
  {
    name: "media",
    show: async (page) => {
      await page.goto("/admin/media");
      await page.getByRole("list", { name: "Images" }).waitFor();
    },
  },
  {
    name: "dark",
    options: { colorScheme: "dark" },
    show: async (page, { image }) => {
      await page.goto(`/admin/media/image/${image}`);
      await page.getByRole("slider", { name: "Focal point" }).waitFor();
      await page.getByRole("link", { name: /night bus/ }).waitFor();
    },
  },
  { name: "phone", options: { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2 }, show: showForm },
];

async function showForm(page: Page, { article }: Magazine): Promise<void> {
  await page.goto(`/admin/content/article/${article}`);
  await page.getByRole("textbox", { name: "Body" }).waitFor();
}

/** Waits until the visible images, all parts of the page and the fonts have loaded. */
async function settled(page: Page): Promise<void> {
  const isThere = "[...document.images].every((one) => one.naturalWidth > 0 || one.getBoundingClientRect().top > innerHeight)";
  await eventually(() => page.evaluate<boolean>(isThere), { what: "the images have loaded" });
  await eventually(async () => (await page.locator(".mantine-Skeleton-root").count()) === 0, { what: "every part has loaded" });
  await page.evaluate("document.fonts.ready");
}

/** Compresses a screenshot, with as many colours as the size limit allows. */
async function compressed(png: Buffer): Promise<Buffer> {
  for (const colors of COLORS) {
    const bytes = await sharp(png).png({ palette: true, colors, effort: 10 }).toBuffer();
    if (bytes.length < MAX_BYTES) return bytes;
  }
  throw new Error("The picture is too large");
}

const stack = await startTestStack({ configFile: join(ROOT, "cms.config.ts") });
const browser = await startChromium();
try {
  const magazine = await fillMagazine(stack.admin);
  mkdirSync(FOLDER, { recursive: true });
  for (const { name, options, show } of PICTURES) {
    const usual = { viewport: { width: 1_280, height: 800 }, deviceScaleFactor: 1.5, reducedMotion: "reduce", locale: "en-GB" } as const;
    const context = await browser.newContext({ baseURL: stack.url, ...usual, ...options });
    context.setDefaultTimeout(TIMEOUT_MS);
    await signInBrowser(context, stack, ADMIN);
    const page = await context.newPage();
    await show(page, magazine);
    await settled(page);
    const bytes = await compressed(await page.screenshot());
    writeFileSync(join(FOLDER, `${name}.png`), bytes);
    console.log(`${name}.png ${Math.round(bytes.length / 1_000)} KB`);
    await context.close();
  }
} finally {
  await browser.close();
  await stack.stop();
}
