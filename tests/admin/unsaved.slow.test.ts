import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { useAdminSite } from "./support/admin-site.ts";
import { articlesOf, idIn } from "./support/articles.ts";
import { describeInBrowser } from "./support/browser.ts";
import { field, saved } from "./support/record-form.ts";

describeInBrowser("changes that could not be saved", () => {
  const site = useAdminSite(join(import.meta.dirname, "record.config.ts"));

  const { draftOf, stored, ...articles } = articlesOf(site);

  async function openEditor(): Promise<Page> {
    const page = await articles.openEditor();
    page.on("dialog", (dialog) => void dialog.accept());
    return page;
  }

  /** Fills the summary while saves fail, and loads the page again. */
  async function keepSummary(page: Page, id: string, text: string): Promise<void> {
    await page.goto(`/admin/content/article/${id}`);
    await field(page, "summary").waitFor();
    await page.route("**/api/article/**", (route) => (route.request().method() === "PUT" ? route.abort() : route.continue()));
    await field(page, "summary").fill(text);
    await page.locator('[data-phase="failed"]').waitFor();
    await page.unroute("**/api/article/**");
  }

  test("the offer shows them; if somebody else has changed the same field, the user chooses", async () => {
    const id = await draftOf({ title: "Kept", summary: "old" });
    const page = await openEditor();
    await keepSummary(page, id, "mine");
    await page.goto("/admin/content/author");
    await site.stack.admin.put(`/api/article/${id}?draft=true`, { summary: "theirs" });
    await page.goto(`/admin/content/article/${id}`);

    await page.getByRole("alert").getByText("mine", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Restore them" }).click();
    const dialog = page.getByRole("dialog", { name: "Somebody else has changed this too" });
    await dialog.getByText("theirs", { exact: true }).waitFor();
    expect(await stored(id)).toMatchObject({ summary: "theirs" });
    await dialog.getByLabel("Mine").check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await saved(page);

    expect(await stored(id)).toMatchObject({ summary: "mine" });
  });

  test("they are discarded only after a question", async () => {
    const id = await draftOf({ title: "Kept", summary: "old" });
    const page = await openEditor();
    await keepSummary(page, id, "mine");
    await page.reload();

    await page.getByRole("button", { name: "Discard them" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.reload();
    await page.getByRole("button", { name: "Discard them" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Discard them" }).click();
    await page.getByRole("button", { name: "Restore them" }).waitFor({ state: "hidden" });
    await page.reload();
    await field(page, "summary").waitFor();

    expect(await field(page, "summary").inputValue()).toBe("old");
    expect(await page.getByRole("button", { name: "Restore them" }).count()).toBe(0);
  });

  test("new records in two tabs don't overwrite each other's", async () => {
    const page = await openEditor();
    const other = await page.context().newPage();
    for (const tab of [page, other]) {
      await tab.route("**/api/article*", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
      await tab.goto("/admin/content/article/new");
    }
    await field(page, "summary").fill("in the first tab");
    await field(other, "summary").fill("in the second tab");
    for (const tab of [page, other]) await tab.locator('[data-phase="failed"]').waitFor();
    await other.close({ runBeforeUnload: false });

    await page.reload();
    const offers = page.getByRole("button", { name: "Restore them" });
    await offers.nth(1).waitFor();
    await page.getByRole("alert").filter({ hasText: "in the second tab" }).getByRole("button", { name: "Restore them" }).click();

    await eventually(async () => (await offers.count()) === 1, { what: "one of the two is still offered" });
    expect(await field(page, "summary").inputValue()).toBe("in the second tab");
  });

  test("text of a record that was deleted meanwhile is copied, or saved as a new record", async () => {
    const id = await draftOf({ title: "Soon gone", summary: "old" });
    const page = await openEditor();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(`/admin/content/article/${id}`);
    await field(page, "summary").waitFor();
    await site.stack.admin.delete(`/api/article/${id}`);
    await field(page, "summary").fill("written too late");
    await page.getByRole("button", { name: "Copy my text" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate<string>("navigator.clipboard.readText()")).toBe("written too late");

    await page.reload();
    await page.getByText("This record was deleted meanwhile.").waitFor();
    await page.getByRole("button", { name: "Save as new" }).click();
    await page.waitForURL((url) => /article\/[\da-f-]{36}$/.test(url.pathname) && !url.pathname.endsWith(id));
    await saved(page);

    expect(await stored(idIn(page))).toMatchObject({ summary: "written too late" });
    await page.goto(`/admin/content/article/${id}`);
    await page.getByText("This record does not exist, or no longer.").waitFor();
    expect(await page.getByRole("button", { name: "Save as new" }).count()).toBe(0);
  });

  test("automatic saves of the page are one version, and a save by keyboard is another", async () => {
    const id = await draftOf({ title: "History" });
    const page = await openEditor();
    await page.goto(`/admin/content/article/${id}`);
    for (const text of ["a", "b", "c"]) {
      await field(page, "summary").fill(text);
      await saved(page);
    }
    const automatic = (await site.stack.admin.get(`/api/article/${id}/versions`)).data.length;
    await field(page, "summary").fill("d");
    await field(page, "summary").press("Control+s");
    await saved(page);

    expect([automatic, (await site.stack.admin.get(`/api/article/${id}/versions`)).data.length]).toEqual([2, 3]);
  });

  test("a user who leaves a form with unsaved changes is asked, and can stay", async () => {
    const made = await site.stack.admin.post("/api/author", { name: "Before" });
    const page = await openEditor();
    await page.goto(`/admin/content/author/${made.data.id}`);
    await field(page, "name").fill("After");

    await page.getByRole("link", { name: "Articles" }).click();
    await page.getByRole("button", { name: "Stay" }).click();
    await field(page, "name").press("Control+s");
    await saved(page);
    await page.getByRole("link", { name: "Articles" }).click();
    await page.waitForURL(/\/admin\/content\/article$/);

    expect((await site.stack.admin.get(`/api/author/${made.data.id}`)).data.name).toBe("After");
  });
});
