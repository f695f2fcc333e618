import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import { ADMIN } from "../support/stack/stack.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { brokenRules } from "./support/axe.ts";
import { describeInBrowser } from "./support/browser.ts";
import { paste } from "./support/documents.ts";
import { field, saved, SMALL_PICTURE } from "./support/record-form.ts";

const RAW = "| a | b |\n| - | - |";

describeInBrowser("texts in Markdown and in blocks", () => {
  const site = useAdminSite(join(import.meta.dirname, "rich-text.config.ts"));
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "colophon-drop-"));
    await writeFile(join(folder, SMALL_PICTURE.name), SMALL_PICTURE.buffer);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const text = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
  const notice = (page: Page, name: string) =>
    page.locator(`[data-field="${name}"]`).getByRole("status").filter({ hasText: "This field doesn't take files" });

  async function open(values: object = {}) {
    const { status, text: answer, data } = await site.stack.admin.post("/api/page", { title: "A", raw: RAW, ...values });
    if (status !== 201) throw new Error(answer);
    const page = await site.openAs(ADMIN);
    const path = `/admin/content/page/${data.id}`;
    await page.goto(path);
    await text(page, "Prose").waitFor();
    return { page, path, stored: async () => (await site.stack.admin.get(`/api/page/${data.id}`)).data };
  }

  /** Drops a file from the computer as the browser does, which opens it where nothing takes it. */
  async function dropPicture(page: Page, target: Locator) {
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (!box) throw new Error("There is nothing to drop it into");
    const session = await page.context().newCDPSession(page);
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const data = { items: [], files: [join(folder, SMALL_PICTURE.name)], dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"] as const) await session.send("Input.dispatchDragEvent", { type, ...at, data });
    await session.detach();
  }

  test.each([
    ["Prose", "prose"],
    ["Rich", "rich"],
    ["Short", "short"],
  ])("say that they take no files: one is pasted into %s, one is dropped, and the page stays", async (label, name) => {
    const { page, path, stored } = await open();

    await text(page, label).focus();
    await paste(page, {}, SMALL_PICTURE);
    await notice(page, name).waitFor();
    expect(await brokenRules(page)).toEqual([]);
    await notice(page, name).getByRole("button", { name: "Close" }).press("Enter");
    await notice(page, name).waitFor({ state: "detached" });
    await dropPicture(page, text(page, label));
    await notice(page, name).waitFor();
    await text(page, label).press("x");
    await page.keyboard.press("Control+s");
    await saved(page);

    expect(new URL(page.url()).pathname).toBe(path);
    expect(JSON.stringify((await stored())[name])).toMatch(/^"x"$|"text":"x"/);
    expect(site.complaints()).toEqual([]);
  });

  test("one that is shown in its stored form says so, too; beside a text and into one that is read-only, no file can be dropped", async () => {
    const { page } = await open({ sealed: "Sealed" });
    const targets = [field(page, "raw"), text(page, "Sealed"), page.getByRole("toolbar", { name: "Formatting of Prose" })];

    await field(page, "raw").focus();
    await paste(page, {}, SMALL_PICTURE);
    await notice(page, "raw").waitFor();
    await page.evaluate(`{
      globalThis.drags = [];
      const note = ({ type, defaultPrevented, dataTransfer }) => drags.push([type, defaultPrevented, dataTransfer.dropEffect].join(" "));
      for (const type of ["dragover", "drop"]) addEventListener(type, note);
    }`);
    for (const target of targets) await dropPicture(page, target);

    expect(new Set(await page.evaluate<string[]>("drags"))).toEqual(new Set(["dragover true none"])); // the browser drops nothing then
    expect(await page.evaluate("drags.length")).toBeGreaterThanOrEqual(targets.length);
    expect(await field(page, "raw").inputValue()).toBe(RAW);
    expect(site.complaints()).toEqual([]);
  });

  test("the source view of a document says so, too", async () => {
    const { page } = await open();

    await page.getByRole("toolbar", { name: "Formatting of Short" }).getByRole("button", { name: "Source" }).click();
    await text(page, "Source of Short").focus();
    await paste(page, {}, SMALL_PICTURE);

    await notice(page, "short").waitFor();
    expect(site.complaints()).toEqual([]);
  });

  test("a text that was copied with its picture is pasted without a word about the picture", async () => {
    const { page, stored } = await open({ prose: "```\n\n```" });

    await page.locator('[data-field="prose"] pre').click();
    await paste(page, { "text/html": "<p>copied</p>", "text/plain": "copied" }, SMALL_PICTURE);
    await text(page, "Prose").getByText("copied").waitFor();
    await page.keyboard.press("Control+s");
    await saved(page);

    expect((await stored()).prose).toBe("```\ncopied\n```");
    expect(await notice(page, "prose").count()).toBe(0);
  });

  test("what is typed after a mark was undone, and what is pasted without formatting, is the same text when it is opened again", async () => {
    const { page, path, stored } = await open();
    const shown = () => text(page, "Prose").evaluate((dom) => (dom as { innerHTML: string }).innerHTML);

    await text(page, "Prose").focus();
    await page.keyboard.type("- ");
    await page.locator(".rich-text ul").waitFor();
    await page.keyboard.press("Control+z");
    await page.locator(".rich-text ul").waitFor({ state: "detached" });
    await page.keyboard.type("leeks\n");
    await page.keyboard.press("Shift+End"); // as Ctrl+Shift+V, a key with Shift
    await paste(page, { "text/plain": "1986. What a year" });
    await text(page, "Prose").getByText("What a year").waitFor();
    await page.keyboard.press("Control+s");
    await saved(page);
    const before = await shown();
    await page.goto(path);
    await text(page, "Prose").getByText("What a year").waitFor();

    expect((await stored()).prose).toBe("\\- leeks\n\n1986\\. What a year");
    expect(await shown()).toBe(before);
    expect(site.complaints()).toEqual([]);
  });
});
